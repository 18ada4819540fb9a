"""Notices by e-mail."""

from __future__ import annotations

import smtplib
import ssl
from email.errors import MessageError
from email.message import EmailMessage
from email.utils import formatdate
from typing import Literal

from geungeo import messages
from geungeo.errors import NoticeFailed
from geungeo.ports import Letter

Security = Literal["starttls", "tls", "none"]


class Mail:
    """Implements ports.Sender. A connection a letter; certificates are verified, and a password never goes in clear."""

    needs_recipient = True

    def __init__(
        self,
        host: str,
        port: int,
        sender: str,
        security: Security,
        user: str = "",
        password: str = "",
        timeout: float = 10,
    ) -> None:
        self._host, self._port, self._timeout = host, port, timeout
        self._sender, self._security = sender, security
        self._user, self._password = user, password

    def send(self, letter: Letter) -> None:
        """Raises NoticeFailed when the server takes it for none of the recipients."""
        try:
            with self._connected() as server:
                server.send_message(self._message(letter))
        except (smtplib.SMTPException, OSError, ValueError, MessageError) as error:
            raise NoticeFailed(messages.SMTP_FAILED.format(error=_kind(error))) from None

    def _connected(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self._security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(self._host, self._port, timeout=self._timeout, context=context)
        else:
            server = smtplib.SMTP(self._host, self._port, timeout=self._timeout)
        try:
            if self._security == "starttls":
                server.starttls(context=context)
            if self._user:
                server.login(self._user, self._password)
        except BaseException:
            server.close()
            raise
        return server

    def _message(self, letter: Letter) -> EmailMessage:
        message = EmailMessage()
        message["Subject"] = letter.subject
        message["From"] = self._sender
        message["To"] = letter.recipient
        message["Date"] = formatdate(localtime=True)
        # The same at every try, so that a mail program shows a letter once.
        message["Message-ID"] = f"<{letter.delivery}@geungeo>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(letter.text)
        return message


def _kind(error: Exception) -> str:
    """The server's number where there is one: its words may quote an address."""
    code = getattr(error, "smtp_code", "")
    return f"{type(error).__name__} {code}".strip()
