"""Argument > environment > geungeo.toml > default; what is wrong is named with its value and its origin."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from geungeo import settings
from geungeo.errors import SettingError
from geungeo.settings import SETTINGS, load


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in SETTINGS:
        monkeypatch.delenv(setting.env, raising=False)


def stated(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    (folder / "geungeo.toml").write_text(text, encoding=encoding)
    return folder


def test_argument_before_environment_before_file_before_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert load()["chunk.size"] == 512
    stated(tmp_path, "[chunk]\nsize = 300\n")
    assert load(tmp_path)["chunk.size"] == 300
    monkeypatch.setenv("GEUNGEO_CHUNK_SIZE", "400")
    assert load(tmp_path)["chunk.size"] == 400
    assert load(tmp_path, {"chunk.size": 500})["chunk.size"] == 500
    assert load(tmp_path, {"chunk.size": None})["chunk.size"] == 400
    assert load(tmp_path)["chunk.overlap"] == 64


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_default_is_what_it_says_to_be(setting: settings.Setting) -> None:
    assert type(setting.default) is setting.type
    assert re.search(r"\.$|예: \S+$", setting.help)
    assert (setting.low is None) == (setting.high is None)
    if setting.type not in (str, bool):
        assert setting.low <= setting.default <= setting.high  # type: ignore[operator]
    assert load()[setting.name] == setting.default


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("[chunk]\nsize = 'many'", "'many'"),
        ("[chunk]\nsize = 512.5", "512.5"),
        ("[chunk]\nsize = true", "True"),
        ("[chunk]\nsize = [512]", "512"),
        ("[chunk]\nsize = 99", "100 이상 8000 이하"),
        ("[chunk]\nsize = 8001", "100 이상 8000 이하"),
        ("[writer]\ntimeout = nan", "nan"),
        ("[writer]\ntimeout = inf", "inf"),
        ("[writer]\nmodel = ['a', 'b']", "str"),
        ("[writer]\nmodel = true", "str"),
        ("[docs]\nfolder = 2026-01-01", "str"),
        ("[docs.folder]\npath = 'x'", "str"),
    ],
)
def test_a_value_of_the_wrong_kind_or_size_is_named(tmp_path: Path, line: str, named: str) -> None:
    with pytest.raises(SettingError) as caught:
        load(stated(tmp_path, line + "\n"))
    assert named in str(caught.value)
    assert "geungeo.toml" in str(caught.value)


@pytest.mark.parametrize("value", ["many", "", "1.5", "0", "99999"])
def test_the_environment_variable_that_is_wrong_is_named(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("GEUNGEO_CHUNK_SIZE", value)
    with pytest.raises(SettingError, match="GEUNGEO_CHUNK_SIZE"):
        load()


@pytest.mark.parametrize("value", [10, 10000])
def test_the_ends_of_a_range_belong_to_it(value: int) -> None:
    assert load(None, {"question.max_chars": value})["question.max_chars"] == value


@pytest.mark.parametrize(
    "text", ["[chunk]\nsizes = 1\n", "[chunks]\nsize = 512\n", "size = 512\n", "[chunk\n", "a = = 1"]
)
def test_a_name_or_line_that_is_not_known_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(SettingError, match=r"geungeo\.toml|모르는 설정"):
        load(stated(tmp_path, text))
    with pytest.raises(SettingError, match=r"chunk\.sizes"):
        load(None, {"chunk.sizes": 1})
    with pytest.raises(SettingError, match=r"chunk\.sizes"):
        load()["chunk.sizes"]


def test_a_file_that_is_no_utf8_or_no_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"geungeo\.toml"):
        load(stated(tmp_path, "[docs]\nfolder = '규정'\n", "cp949"))
    folder = tmp_path / "other"
    (folder / "geungeo.toml").mkdir(parents=True)
    with pytest.raises(SettingError, match=r"geungeo\.toml"):
        load(folder)


def test_a_byte_order_mark_and_korean_values_are_read(tmp_path: Path) -> None:
    assert load(stated(tmp_path, "[docs]\nfolder = '규정 모음'\n", "utf-8-sig"))["docs.folder"] == "규정 모음"


@pytest.mark.parametrize("origin", ["argument", "environment", "file"])
def test_secrets_are_never_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, origin: str) -> None:
    key = "sk-very-secret"
    arguments: dict[str, Any] = {}
    if origin == "argument":
        arguments = {"writer.api_key": key, "embedder.api_key": key}
    elif origin == "environment":
        monkeypatch.setenv("GEUNGEO_WRITER_API_KEY", key)
        monkeypatch.setenv("GEUNGEO_EMBEDDER_API_KEY", key)
    else:
        stated(tmp_path, f"[writer]\napi_key = '{key}'\n[embedder]\napi_key = '{key}'\n")
    loaded = load(tmp_path, arguments)
    assert loaded["writer.api_key"] == loaded["embedder.api_key"] == key
    assert key not in repr(loaded)
    assert key not in str(loaded.public())
    assert loaded.public()["writer.api_key"] == "****"


def test_a_secret_that_is_not_set_is_shown_as_empty() -> None:
    assert load()["writer.api_key"] == load().public()["writer.api_key"] == ""


def test_a_secret_of_the_wrong_kind_is_not_shown_either(tmp_path: Path) -> None:
    with pytest.raises(SettingError) as caught:
        load(stated(tmp_path, "[writer]\napi_key = ['sk-very-secret']\n"))
    assert "sk-very-secret" not in str(caught.value)
