"""Write the tables of bench/README.md and of docs/retrieval.md from bench/results/*.json, between their markers.

    python bench/tables.py [--check]

--check writes nothing and ends with 1 when one of them is not what the results say.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

BENCH = Path(__file__).parent
PAGES: dict[Path, tuple[str, ...]] = {
    BENCH / "README.md": (),
    BENCH.parent / "docs/retrieval.md": ("retrieval", "retrieval_lexical", "tokenizers"),
}
START, END = "<!-- tables: made by bench/tables.py from bench/results -->", "<!-- end of tables -->"
METRICS = ("recall@1", "recall@5", "recall@10", "recall@20", "mrr@10", "ndcg@10")


def render(results: dict[str, dict[str, Any]], only: Collection[str] = ()) -> str:
    """All tables in Markdown, or `only` those; a bench without a result is left out."""
    parts = [
        f"### {name}\n\n{_origin(results[name])}\n\n{make(results[name])}"
        for name, make in TABLES
        if name in results and (not only or name in only)
    ]
    return "\n\n".join(parts)


def load(folder: Path) -> dict[str, dict[str, Any]]:
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}


def with_tables(readme: str, tables: str) -> str:
    """The README with what stands between the markers replaced. Raises ValueError without them."""
    head, _, rest = readme.partition(START)
    _, marker, tail = rest.partition(END)
    if not marker:
        raise ValueError(f"no '{START}' ... '{END}' in the README")
    return f"{head}{START}\n\n{tables}\n\n{END}{tail}"


def main() -> None:
    results = load(BENCH / "results")
    for page, only in PAGES.items():
        before = page.read_text(encoding="utf-8")
        after = with_tables(before, render(results, only))
        if "--check" in sys.argv[1:] and before != after:
            sys.exit(1)
        page.write_text(after, encoding="utf-8")


def _origin(result: dict[str, Any]) -> str:
    machine = result["machine"]
    corpus = ", ".join(f"{value:,} {_plain(name)}" for name, value in result.get("corpus", {}).items())
    where = f"{machine['cpu']}, {machine['cores']} cores, load {machine['load_1m']}, Python {machine['python']}"
    return f"{result['date']}; {where}. {corpus}".rstrip(". ") + "."


def _retrieval(result: dict[str, Any]) -> str:
    columns = ("recall@1", "recall@5", "recall@10", "mrr@10", "ndcg@10", "cpu_ms")
    rows = [
        (_plain(name), found["n"], f"{found['chunks']:,}", f"`{row}`", *(figures[column] for column in columns))
        for name, found in result["figures"].items()
        for row, figures in found["rows"].items()
    ]
    weights = "; ".join(f"{kind}: {_pairs(value)}" for kind, value in result["weights"].items())
    return f"Weights of fusion: {weights}.\n\n" + _table(
        ("set", "n", "chunks", "ranking", *columns[:-1], "CPU ms"), rows
    )


def _tokenizers(result: dict[str, Any]) -> str:
    rows = [
        (metric, row["kiwi"], row["mecab"], f"{row['difference']:+.3f}", f"{row['low']:+.3f} to {row['high']:+.3f}")
        for metric, row in result["figures"].items()
    ]
    head = ("lexical ranking", "kiwi", "mecab", "mecab - kiwi", "95 % of the difference")
    return f"{result['rows']} rows of the main figure, paired.\n\n{_table(head, rows)}"


def _court(result: dict[str, Any]) -> str:
    rows = [
        (way, name, figures["n"], *(figures.get(metric, "") for metric in METRICS))
        for way, groups in result["figures"].items()
        for name, figures in groups.items()
    ]
    return _table(("ranking", "rows", "n", *METRICS), rows)


def _jetrag(result: dict[str, Any]) -> str:
    metrics = METRICS[:5]
    rows = [
        (way, definition, name, figures["n"], figures["reachable"], *(figures.get(metric, "") for metric in metrics))
        for way, definitions in result["figures"].items()
        for definition, groups in definitions.items()
        for name, figures in groups.items()
    ]
    return _table(("ranking", "right when", "questions", "n", "reachable", *metrics), rows)


def _routes(result: dict[str, Any]) -> str:
    rows = [
        (
            name,
            figures["n"],
            figures["answered"],
            figures.get("right_document", ""),
            figures.get("false_answer_rate", ""),
            _pairs(figures["handed_off"]),
            _pairs(figures["failed_checks"]),
        )
        for name, figures in result["figures"].items()
    ]
    head = ("questions", "n", "answered", "cite the right document", "false answer rate", "handed off", "failed checks")
    return _table(head, rows)


def _latency(result: dict[str, Any]) -> str:
    figures = result["figures"]
    rows = [
        (name, row["p50_ms"], row["p95_ms"], row["max_ms"], row["answered"], row["handed_off"])
        for name, row in figures.items()
        if "p50_ms" in row
    ]
    cold = "; ".join(f"{name} {', '.join(map(str, runs))} s" for name, runs in figures["cold_start_seconds"].items())
    head = ("", "p50 ms", "p95 ms", "max ms", "answered", "handed off")
    return f"{_table(head, rows)}\n\nCold start to the first answer: {cold}."


def _ingest(result: dict[str, Any]) -> str:
    rows = [
        (f"{_plain(name)}, {kind} seconds", value)
        for name, kinds in result["seconds"].items()
        for kind, value in kinds.items()
    ]
    rows += [(f"of it {name}, wall seconds", value) for name, value in result["seconds_by_stage"].items()]
    rows += [(f"peak resident MB, {_plain(name)}", value) for name, value in result["peak_resident_mb"].items()]
    return _table(("", ""), [*rows, ("workspace on disk, MB", round(result["workspace_bytes"] / 2**20, 1))])


def _access(result: dict[str, Any]) -> str:
    columns = ("readable", "first_ms", "cold_p50_ms", "cold_p95_ms", "p50_ms", "p95_ms")
    rows = [
        (f"{base} ({figures['documents']:,} documents, {figures['chunks']:,} chunks)", who, *(row[c] for c in columns))
        for base, figures in result["figures"].items()
        for who, row in figures.items()
        if isinstance(row, dict)
    ]
    return _table(("base", "reader", *(_plain(column) for column in columns)), rows)


def _serve_load(result: dict[str, Any]) -> str:
    steady, killed, said = result["steady"], result["killed"], result["arguments"]
    columns = ("asked", "answered", "handed_off", "tickets", "lost", "p50_s", "p95_s", "p99_s", "max_s")
    table = _table(tuple(map(_plain, columns)), [tuple(steady[column] for column in columns)])
    load = f"{said['clients']} clients for {said['seconds']:g} s, errors: {sum(steady['errors'].values())}."
    kills = (
        f"Killed {killed['kills']} times under this load: {killed['acknowledged_tickets']:,} tickets told, "
        f"{killed['lost']} lost, integrity check: {killed['integrity']}."
    )
    return f"{load}\n\n{table}\n\n{kills}"


def _scale(result: dict[str, Any]) -> str:
    phases, corpus, clocks = result["phases"], result["corpus"], ("cpu", "wall")
    rows = [
        (_plain(name), row["cpu_s"], row["wall_s"], row["peak_tree_mb"])
        for name, row in phases.items()
        if "cpu_s" in row
    ]
    cold = result["cold_start"]
    rows.append(("`geungeo ask`, cold", cold["cpu_s"], cold["wall_s"], cold["peak_tree_mb"]))
    asked = [
        (
            f"{_plain(phase)}: {_plain(name)}",
            *(row[f"{clock}_{share}_ms"] for clock in clocks for share in ("p50", "p95")),
        )
        for phase in phases
        for name, row in phases[phase].items()
        if isinstance(row, dict) and "cpu_p50_ms" in row
    ]
    told = "; ".join(f"{name} {size:,}" for name, size in result["bytes_a_chunk"].items())
    stages = "; ".join(f"{name} {seconds}" for name, seconds in phases["ingest"]["cpu_by_stage"].items())
    return "\n\n".join(
        (
            f"Tokenizer {result['lexical_tokenizer']}; load at each stage {result['load_1m_at_each_stage']}.",
            _table(("phase", "cpu s", "wall s", "peak MB of the tree"), rows),
            f"Ingest, processor seconds by stage: {stages}. Bytes a chunk on disk ({corpus['chunks']:,} chunks): {told}.",
            _table(("questions", "cpu p50 ms", "cpu p95 ms", "wall p50 ms", "wall p95 ms"), asked),
        )
    )


def _answers(result: dict[str, Any]) -> str:
    rows = [
        (
            name,
            questions,
            *(row.get(column, "") for column in _OUTCOMES),
            *_with_interval(row, "answered", "right_of_answered"),
        )
        for name, found in result["sets"].items()
        for questions, row in found["figures"].items()
    ]
    head = ("set", "questions", *map(_plain, _OUTCOMES), "answered, 95 %", "right of them, 95 %")
    errors = "; ".join(
        f"{_plain(way)}, {half} half: answerable refused {row['answerable_refused']:.1%} of {row['n_answerable']}, "
        f"others passed {row['unanswerable_passed']:.1%} of {row['n_unanswerable']}"
        for way, halves in result["threshold_errors"].items()
        for half, row in halves.items()
    )
    return f"{_table(head, rows)}\n\nRelevance threshold alone: {errors}."


_OUTCOMES = (
    "n",
    "answered_right",
    "answered_else",
    "no_relevant_policy",
    "answer_unverified",
    "conflict",
)


def _with_interval(row: dict[str, Any], *names: str) -> list[str]:
    """'54 % (46-63)' of each share; empty where it was not measured."""
    return [
        f"{row[name]:.0%} ({row[f'{name}_95'][0]:.0%}–{row[f'{name}_95'][1]:.0%})" if row.get(name) is not None else ""
        for name in names
    ]


def _gaps(result: dict[str, Any]) -> str:
    halves = result["pairwise"]
    columns = ("questions", "topics", "groups", "precision", "recall")
    rows = [(half, *(halves[half][column] for column in columns)) for half in ("fit", "report", "all")]
    scale = result["scale"]
    looks = "; ".join(
        f"{name} look {seconds['wall']} s ({seconds['cpu']} s of processor)"
        for name, seconds in scale["seconds"].items()
    )
    text = f"{scale['tickets']:,} tickets, all different ({scale['database_megabytes']} MB): {looks}; "
    return f"{_table(('half', *columns), rows)}\n\n{text}at most {scale['peak_megabytes']} MB resident."


def _incremental(result: dict[str, Any]) -> str:
    rows = [
        (
            f"{_plain(what)}, from {'the last write' if way == 'watch' else 'the end of ingest'}",
            row["n"],
            *(row.get(f"{kind}_{share}", "") for kind in ("until_answer", "cpu", "ingest") for share in ("p50", "p95")),
        )
        for way, figures in result["figures"].items()
        for what, row in figures.items()
    ]
    measures = ("until the answer", "processor of the server", "ingest before")
    return _table(("change", "n", *(f"{kind} {share} s" for kind in measures for share in ("p50", "p95"))), rows)


def _kill(result: dict[str, Any]) -> str:
    names = list(result["seconds"])
    columns = ("killed_at_random", "ended_before_the_kill", "killed_at_points")
    rows = [(name, result["seconds"][name], *(result[column].get(name, 0) for column in columns)) for name in names]
    table = _table(("work", "seconds", *map(_plain, columns)), rows)
    return f"{table}\n\nLost or doubled: {result['lost_or_doubled']}."


def _quality(result: dict[str, Any]) -> str:
    columns = ("chunks", "flagged", "barred", "wrong", "wrong_share_of_text")
    rows = [
        (name, figures["files"], *(figures.get(column, 0) for column in columns))
        for name, figures in result["flagged"].items()
    ]
    lists = "; ".join(
        f"{name}: {row['caught']} of {row['caught'] + row['missed']} chunks in {row['lists']} lists"
        for name, row in result["contents"].items()
        if name != "what"
    )
    shares = [(float(share), *row.values()) for share, row in result["shares"].items()]
    heads = next(iter(result["shares"].values()))
    curve = _table(("filler share", *map(_plain, heads)), shares)
    table = _table(("documents", "files", *map(_plain, columns)), rows)
    return f"{table}\n\nContents caught: {lists}.\n\n{curve}"


def _near_duplicates(result: dict[str, Any]) -> str:
    columns = ("n", "n_apart", "recall", "precision", "false")
    kinds = result["with_limits"]
    rows = [(kind, result["limits"][kind], *(kinds[kind][column] for column in columns)) for kind in kinds]
    joined, cost = result["all_acts_without_ids"], result["cost"]
    text = (
        f"All acts without their ids: {len(joined['versions'])} joined as versions, {len(joined['copies'])} groups of "
        f"copies. Sketches of all {cost['sketch_all_cpu_s']} s of processor, groups {cost['group_all_cpu_s']} s; "
        f"{cost['sketch_bytes']} bytes a document."
    )
    return f"{_table(('kind', 'limit', *columns), rows)}\n\n{text}"


def _engine(result: dict[str, Any]) -> str:
    speed, texts, memory = result["speed"], result["texts"], result["memory_mb"]
    rows = [
        (
            name,
            speed["passages_a_cpu_s"][name],
            speed["times_plain"][name],
            speed["question_ms"][name],
            *(f"{texts[name][part]:.4f}" if name in texts else "" for part in ("min", "p1", "mean")),
            memory.get(name, ""),
        )
        for name in speed["passages_a_cpu_s"]
    ]
    head = ("engine", "passages a CPU s", "times plain", "question, CPU ms", "cosine min", "p1", "mean", "MB")
    changed = "; ".join(
        f"{name}: {sum(found['other'].values())}" for name, found in result["relevance"].items() if name != "n"
    )
    ranked = "; ".join(
        f"{name} {way}: mrr@10 {found[way]['plain_mrr@10']:.3f} and {found[way]['fast_mrr@10']:.3f}, "
        f"{found[way]['better']} questions better, {found[way]['worse']} worse"
        for name, found in result["retrieval"].items()
        for way in ("dense", "fused")
    )
    tokens = result["tokens"]
    return (
        f"{_table(head, rows)}\n\nPassages of {speed['tokens']} tokens; {texts['n']:,} texts; instructions: "
        f"{', '.join(result['instructions'])}. Token ids other than the C source's: {tokens['other_ids']} of "
        f"{tokens['n']:,} texts. The graph is made in {result['conversion']['first_s']} CPU s, then opened in "
        f"{result['conversion']['again_s']}.\n\nOutcomes of {result['relevance']['n']} questions other than with the "
        f"plain engine alone (vectors/questions): {changed}. Plain and fast: {ranked}."
    )


def _nearest(result: dict[str, Any]) -> str:
    figures = result["figures"]
    rows = [(f"{int(size):,}", *found["cpu_ms"].values()) for size, found in figures["exact"].items()]
    table = _table(("vectors", "exact, CPU ms, median", "p95"), rows)
    ann = figures["usearch"]
    if not ann:
        return table
    wide = [(name, found) for name, found in ann.items() if name.startswith("expansion")]
    columns = ("usearch", "recall@10", "recall@10 when one in twenty may be seen", "CPU ms")
    near = [(name, found["recall@10"], found["few_recall@10"], found["cpu_ms"]["median"]) for name, found in wide]
    return f"{table}\n\n{ann['rows']:,} vectors, built in {ann['build_cpu_s']} CPU s:\n\n{_table(columns, near)}"


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _pairs(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def _slots(result: dict[str, Any]) -> str:
    columns = ("covered", "excerpts", "documents", "repeated", "cpu_ms")
    rows = [
        (
            _plain(name),
            f"`{way}`",
            *(figures[column] for column in columns),
            f"{figures['passed'].get('answerable', figures['passed'].get('at_hand_text', ['']))[0]}",
        )
        for name, found in result["sets"].items()
        for way, figures in found["ways"].items()
    ]
    sizes = "; ".join(
        f"{_plain(name)}: {found['ways']['off']['n']} questions with a ground, {found['chunks']:,} chunks"
        for name, found in result["sets"].items()
    )
    head = ("set", "rules", "covered", "excerpts", "documents", "repeated", "ms of processor", "answerable passed")
    return f"{sizes}. Eight slots.\n\n{_table(head, rows)}"


def _gate(result: dict[str, Any]) -> str:
    figures = result["figures"]
    wrong = [(kind, row["n"], row["killed"], row["n"] - row["killed"]) for kind, row in figures["critical"].items()]
    right = [(kind, row["n"], row["accepted"]) for kind, row in figures["benign"].items()]
    totals = (sum(row[1] for row in wrong), sum(row[2] for row in wrong))
    wrong.append(("all", *totals, totals[0] - totals[1]))
    right.append(("all", sum(row[1] for row in right), sum(row[2] for row in right)))
    tax = _pairs(result["korean_tax"])
    return (
        f"{_table(('one slot changed', 'n', 'killed', 'survived'), wrong)}\n\n"
        f"{_table(('same meaning', 'n', 'accepted'), right)}\n\n"
        f"Left out because their truth can't be told: {figures['undecidable']}. Statements on tax law: {tax}."
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(value) for value in line) + " |" for line in lines)


def _cell(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) and value <= 1 else str(value)


TABLES = (
    ("ingest_statutes", _ingest),
    ("ask_latency", _latency),
    ("access", _access),
    ("serve_load", _serve_load),
    ("incremental", _incremental),
    ("kill", _kill),
    ("scale", _scale),
    ("retrieval", _retrieval),
    ("retrieval_lexical", _retrieval),
    ("tokenizers", _tokenizers),
    ("retrieval_court", _court),
    ("retrieval_court_cited", _court),
    ("retrieval_jetrag", _jetrag),
    ("routes", _routes),
    ("answers", _answers),
    ("answers_lexical", _answers),
    ("gaps", _gaps),
    ("engine", _engine),
    ("nearest", _nearest),
    ("quality_flags", _quality),
    ("near_duplicates", _near_duplicates),
    ("slots", _slots),
    ("gate_mutations", _gate),
)


if __name__ == "__main__":
    main()
