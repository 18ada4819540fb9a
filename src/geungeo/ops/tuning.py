"""Settings as operators see and change them: every value with where it comes from, secrets never shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from geungeo import messages
from geungeo.decisions import decide, deed
from geungeo.errors import BadDeed, SettingError
from geungeo.ports import AuditLog
from geungeo.settings import ARGUMENT, SETTINGS, Settings, checked, named
from geungeo.workspace import Workspace


@dataclass(frozen=True, slots=True)
class SettingRow:
    """value: masked when secret. origin: as settings.origin. overruled: what the desk says is not heard, because a
    command or the environment says otherwise. pending: the running server still uses another value."""

    name: str
    kind: str
    value: Any
    default: Any
    origin: str
    help: str
    safe: bool
    restart: bool
    secret: bool
    low: float | None
    high: float | None
    overruled: bool
    pending: bool


class Tuning:
    """current: the settings as they stand now. started: those that the server was started with."""

    def __init__(
        self, workspace: Workspace, current: Callable[[], Settings], started: Settings, audit: AuditLog
    ) -> None:
        self._workspace = workspace
        self._current = current
        self._started = started
        self._audit = audit

    def rows(self) -> list[SettingRow]:
        """In the order of the table."""
        current = self._current()
        public, started = current.public(), self._started.public()
        return [
            SettingRow(
                name=each.name,
                kind=each.type.__name__,
                value=public[each.name],
                default=each.default,
                origin=current.origin(each.name),
                help=each.help,
                safe=each.safe,
                restart=each.restart,
                secret=each.secret,
                low=each.low,
                high=each.high,
                overruled=current.origin(each.name) in (ARGUMENT, each.env),
                pending=(each.restart or not each.safe) and public[each.name] != started[each.name],
            )
            for each in SETTINGS
        ]

    def set(self, name: str, value: Any, who: str) -> SettingRow:
        """State a value, which holds before geungeo.toml; None takes it back. Raises BadDeed."""
        try:
            setting = named(name)
            kept = None if value is None else checked(setting, value, messages.SETTING_DESK)
        except SettingError as error:
            raise BadDeed(str(error)) from error
        if not setting.safe:
            raise BadDeed(messages.SETTING_NOT_SAFE.format(name=name))
        before = self._current()[name]
        decide(self._workspace, f"{_TARGET}{name}", "setting", kept, who)
        self._audit.add(deed(who, "setting_set", f"{_TARGET}{name}", before=before, value=kept))
        return next(row for row in self.rows() if row.name == name)


_TARGET = "setting:"
