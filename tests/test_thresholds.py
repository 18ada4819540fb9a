"""thresholds.json: what was measured is read as it is; what would let everything through is refused."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from asking import document
from geungeo import thresholds
from geungeo.errors import ThresholdsError
from geungeo.korean.tokens import TOKENIZER


def test_the_shipped_file_is_sound() -> None:
    shipped = thresholds.parse(thresholds.shipped(), TOKENIZER)
    assert shipped.tokenizer == TOKENIZER
    assert 0.0 < shipped.grounded <= 1.0
    assert all(weight >= 0.0 for weight in shipped.fusion.values())
    if shipped.relevance is not None:
        assert 0.0 < shipped.relevance < 1.0
        assert set(shipped.fits) == {"lexical", "dense"}


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "thresholds.json"
    thresholds.save(path, document())
    thresholds.save(path, document(value=0.2))
    loaded = thresholds.load(path, TOKENIZER)
    assert (loaded.relevance, loaded.fits["lexical"].coefficients) == (0.2, {"focus": 8.0})
    assert loaded.document == document(value=0.2)
    assert [entry.name for entry in tmp_path.iterdir()] == ["thresholds.json"]


def test_another_tokenizer_makes_it_uncalibrated() -> None:
    assert thresholds.parse(document(), "other").relevance is None


def test_the_fit_with_vectors_holds_for_its_own_model_alone() -> None:
    fits = {name: {"intercept": 0.0, "coefficients": {}} for name in ("lexical", "dense")}
    parsed = thresholds.parse(document(fits=fits) | {"embedding_model": "m"}, TOKENIZER)
    assert parsed.usable_fits("m").keys() == {"lexical", "dense"}
    assert parsed.usable_fits("other").keys() == parsed.usable_fits(None).keys() == {"lexical"}


def test_weights_of_similarity_hold_for_their_own_model_and_for_this_way_of_joining_scores() -> None:
    value = {"lexical": 1.0, "dense": 0.1, "unspoken": 0.4, "bearing": 0.2}
    stated = document() | {"embedding_model": "m"}
    stated["entries"]["fusion"] = {"status": "calibrated", "method": thresholds.FUSION, "value": value}
    parsed = thresholds.parse(stated, TOKENIZER)
    assert parsed.usable_weights("m") == {"questions": 1.0} | value
    other = parsed.usable_weights("other")
    assert (other["unspoken"], other["bearing"]) == (0.0, 0.2)
    assert other["dense"] != 0.1
    del stated["entries"]["fusion"]["method"]  # inverse ranks were added then
    assert thresholds.parse(stated, TOKENIZER).usable_weights("m") == {"lexical": 1.0, "dense": 0.25, "questions": 1.0}


@pytest.mark.parametrize("weight", [-0.1, float("nan"), "1", None])
def test_a_weight_below_nothing_is_refused(weight: Any) -> None:
    broken = document()
    broken["entries"]["fusion"]["value"] = {"dense": weight}
    with pytest.raises(ThresholdsError):
        thresholds.parse(broken, TOKENIZER)


@pytest.mark.parametrize("value", [-1.0, 0.0, 1.5, float("nan"), float("inf"), "0.5", True, None, [0.5]])
def test_a_cut_off_outside_its_range_is_refused(value: Any) -> None:
    with pytest.raises(ThresholdsError, match="geungeo calibrate"):
        thresholds.parse(document(value=value), TOKENIZER)
    broken = document()
    broken["entries"]["groundedness"]["value"] = value
    with pytest.raises(ThresholdsError):
        thresholds.parse(broken, TOKENIZER)


@pytest.mark.parametrize("bad", [float("nan"), float("-inf"), "8", None])
def test_a_coefficient_that_is_no_number_is_refused(bad: Any) -> None:
    with pytest.raises(ThresholdsError):
        thresholds.parse(document(fits={"lexical": {"intercept": 0.0, "coefficients": {"covered": bad}}}), TOKENIZER)
    with pytest.raises(ThresholdsError):
        thresholds.parse(document(fits={"lexical": {"intercept": bad, "coefficients": {}}}), TOKENIZER)


def test_any_missing_entry_is_an_error_that_names_it() -> None:
    for name in ("embedding_model", "tokenizer", "entries"):
        whole = document()
        del whole[name]
        with pytest.raises(ThresholdsError, match=name):
            thresholds.parse(whole, TOKENIZER)
    for name in ("relevance", "fusion", "groundedness"):
        whole = copy.deepcopy(document())
        del whole["entries"][name]
        with pytest.raises(ThresholdsError, match=name):
            thresholds.parse(whole, TOKENIZER)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe\x00", b'{"entries": []}'])
def test_a_torn_file_is_named_without_its_folder(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "thresholds.json"
    path.write_bytes(content)
    with pytest.raises(ThresholdsError) as caught:
        thresholds.load(path, TOKENIZER)
    assert "geungeo calibrate" in str(caught.value)
    assert str(tmp_path) not in str(caught.value)


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "thresholds.json"
    thresholds.save(path, document())
    with pytest.raises(TypeError):
        thresholds.save(path, {"not": {"json"}})
    assert json.loads(path.read_text(encoding="utf-8")) == document()
    assert [entry.name for entry in tmp_path.iterdir()] == ["thresholds.json"]
