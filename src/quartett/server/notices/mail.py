"""Notices by e-mail, through the SMTP server that the host has named."""

from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import urlsplit

import aiosmtplib

from quartett.server.notices.channels import Channel
from quartett.server.notices.sending import Answer
from quartett.server.notices.wording import Message, say
from quartett.server.settings import Settings

TIMEOUT_SECONDS = 20.0
"""How long a mail may take, from connecting to its acceptance."""


class Mail:
    """Sends mails; there only where the host has named an SMTP server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._site = (settings.public_url or "").rstrip("/")

    async def send(self, channel: Channel, message: Message) -> Answer:
        """Send a notice, with a way to stop these mails."""
        language, stop = channel.language, f"{self._site}/stop#{channel.id}"
        lines = [
            message.text,
            f"{self._site}{message.path}",
            "--",
            say("notice.mail.about", language, site=self._site),
            say("notice.mail.stop", language, url=stop),
        ]
        subject = f"{message.title} · {message.text.splitlines()[0]}"
        mail = self._mail(channel, subject, "\n\n".join(lines))
        mail["Message-ID"] = f"<{message.tag}.{channel.made_at}@{self._domain}>"
        mail["List-Unsubscribe"] = f"<{self._site}/api/notices/stop/{channel.id}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return await self._sent(mail)

    async def send_code(self, channel: Channel, code: str) -> Answer:
        """Send the code by which somebody shows that an address is theirs."""
        language = channel.language
        lines = [
            say("notice.code.text", language, code=code),
            say("notice.code.about", language, site=self._site),
        ]
        subject = say("notice.code.title", language)
        return await self._sent(self._mail(channel, subject, "\n\n".join(lines)))

    @property
    def _domain(self) -> str:
        return urlsplit(self._site).hostname or "localhost"

    def _mail(self, channel: Channel, subject: str, text: str) -> EmailMessage:
        mail = EmailMessage()
        mail["From"] = self._settings.smtp_from
        mail["To"] = channel.address
        mail["Subject"] = subject
        mail["Date"] = formatdate()
        mail["Auto-Submitted"] = "auto-generated"
        mail["Content-Language"] = channel.language
        mail.set_content(text)
        return mail

    async def _sent(self, mail: EmailMessage) -> Answer:
        chosen = self._settings
        try:
            await aiosmtplib.send(
                mail,
                hostname=chosen.smtp_host,
                port=chosen.smtp_port,
                username=chosen.smtp_user,
                password=chosen.smtp_password,
                use_tls=chosen.smtp_security == "tls",
                start_tls=chosen.smtp_security == "starttls",
                timeout=TIMEOUT_SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            return _answer(error.recipients[0].code if error.recipients else 0)
        except aiosmtplib.SMTPResponseException as error:
            return _answer(error.code)
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            return Answer("later", f"mail: {type(error).__name__}")
        return Answer("sent")


def _answer(code: int) -> Answer:
    """What a refusal of the SMTP server means: with a 5 in front it is for good."""
    return Answer("refused" if 500 <= code < 600 else "later", f"mail: {code}")
