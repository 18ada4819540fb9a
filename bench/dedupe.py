"""Which questions are the same, stage one: our bands against datasketch's in one run, and how both grow.

    python bench/dedupe.py [--count 100000] [--no-datasketch]

Questions are made from the templates of everyday asking with numbers and matters put in; a tenth are said twice.
Processor seconds; a result is written to bench/results/dedupe.json.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from pathlib import Path

from rensa import RMinHash, RMinHashLSH

from geungeo.korean.overlap import solid

RESULTS = Path(__file__).parent / "results" / "dedupe.json"
MATTERS = "연차 병가 육아휴직 출장비 숙박비 법인카드 재택근무 경조금 퇴직금 야근수당 보안카드 출입증 주차 교육비 당직 건강검진".split()
ACTS = "신청 취소 연장 변경 정산 반납 재발급 승인 조회 제출".split()
ENDS = "하려면 어떻게 해야 하나요,할 때 필요한 서류가 뭔가요,은 며칠 안에 해야 하나요,은 누가 승인하나요,하면 얼마를 받나요".split(
    ","
)
HASHES, BANDS, GRAM = 64, 16, 3


def made(count: int) -> list[str]:
    chance = random.Random(7)
    found: list[str] = []
    while len(found) < count:
        words = f"{chance.randint(1, 99999)}번 {chance.choice(MATTERS)} {chance.choice(ACTS)}{chance.choice(ENDS)}?"
        found.append(chance.choice(found) if found and chance.random() < 0.1 else words)
    return found


def grams(words: str) -> list[str]:
    run = solid(words)
    return [run[i : i + GRAM] for i in range(max(1, len(run) - GRAM + 1))]


def ours(every: list[list[str]]) -> float:
    started = time.process_time()
    bands = RMinHashLSH(threshold=0.8, num_perm=HASHES, num_bands=BANDS)
    for number, one in enumerate(every):
        hashed = RMinHash(num_perm=HASHES, seed=42)
        hashed.update(one)
        bands.query(hashed)
        bands.insert(number, hashed)
    return time.process_time() - started


def theirs(every: list[list[str]]) -> float:
    from datasketch import MinHash, MinHashLSH

    started = time.process_time()
    bands = MinHashLSH(num_perm=HASHES, params=(BANDS, HASHES // BANDS))
    for number, one in enumerate(every):
        hashed = MinHash(num_perm=HASHES, seed=42)
        hashed.update_batch([gram.encode() for gram in one])
        bands.query(hashed)
        bands.insert(number, hashed)
    return time.process_time() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--no-datasketch", action="store_true")
    given = parser.parse_args()
    every = [grams(words) for words in made(given.count)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    row: dict[str, object] = {"questions": given.count, "ours_seconds": round(ours(every), 2)}
    row["ours_megabytes"] = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    if not given.no_datasketch:
        row["datasketch_seconds"] = round(theirs(every), 2)
    rows = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
    rows = [old for old in rows if old["questions"] != given.count] + [row]
    RESULTS.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(row))


if __name__ == "__main__":
    main()
