"""Errors as the API says them: what happened, what to do, never a stack or a path."""

from __future__ import annotations

import logging
import math
import secrets

from fastapi.responses import JSONResponse

from geungeo.errors import (
    BadDeed,
    BadMessage,
    BadQuestion,
    DocumentExists,
    GeungeoError,
    TicketChanged,
    UnknownDocument,
    UnknownTicket,
    UnknownTrace,
)
from geungeo.messages import WEB_ERRORS
from geungeo.web.schemas import ErrorOut

log = logging.getLogger("geungeo.web")

STATUS = {
    "bad_question": 400,
    "bad_message": 400,
    "bad_deed": 400,
    "unreadable": 400,
    "login_needed": 401,
    "wrong_token": 401,
    "host_not_allowed": 403,
    "other_site": 403,
    "operators_only": 403,
    "not_found": 404,
    "unknown_chunk": 404,
    "unknown_document": 404,
    "document_exists": 409,
    "unknown_ticket": 404,
    "unknown_trace": 404,
    "method_not_allowed": 405,
    "ticket_changed": 409,
    "too_large": 413,
    "upload_too_large": 413,
    "not_json": 415,
    "wrong_kind": 415,
    "bad_request": 422,
    "too_many_questions": 429,
    "too_many_logins": 429,
    "too_many_requests": 429,
    "internal": 500,
}


# Errors that are the sender's to mend: their own words are fit for them.
FORESEEN: dict[type[GeungeoError], str] = {
    BadDeed: "bad_deed",
    DocumentExists: "document_exists",
    UnknownDocument: "unknown_document",
    BadQuestion: "bad_question",
    BadMessage: "bad_message",
    UnknownTicket: "unknown_ticket",
    UnknownTrace: "unknown_trace",
    TicketChanged: "ticket_changed",
}


def body(name: str, trace_id: str | None = None, **values: object) -> ErrorOut:
    message, following = WEB_ERRORS[name]
    return ErrorOut(error=name, message=message.format(**values), next=following.format(**values), trace_id=trace_id)


def response(error: ErrorOut) -> JSONResponse:
    status = STATUS[error.error]
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return JSONResponse(error.model_dump(exclude_none=True), status, headers)


class TooMany(Exception):
    """Come back in `seconds`. name: of WEB_ERRORS."""

    def __init__(self, name: str, seconds: float) -> None:
        super().__init__(name)
        self.name = name
        self.seconds = seconds


def too_many(name: str, seconds: float) -> JSONResponse:
    whole = math.ceil(seconds)
    told = response(body(name, seconds=whole))
    told.headers["Retry-After"] = str(whole)
    return told


def told(error: Exception) -> ErrorOut:
    """An exception as a person may see it. What nobody expected goes to the log, under the same trace id."""
    if name := next((name for kind, name in FORESEEN.items() if isinstance(error, kind)), ""):
        return body(name).model_copy(update={"message": str(error)})
    trace_id = secrets.token_hex(8)
    log.error("unexpected error, trace %s", trace_id, exc_info=error)
    return body("internal", trace_id)
