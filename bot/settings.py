"""Settings: environment, then .env, then one optional hallway.toml, then defaults; read once by the command line."""

import os
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import Field, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from bot.errors import SettingsInvalid

CONFIG_VARIABLE = "HALLWAY_CONFIG"
DEFAULT_CONFIG = "hallway.toml"


class Settings(BaseSettings):
    """What a person may set; every part of the program gets values from here, never this object itself."""

    model_config = SettingsConfigDict(
        env_prefix="HALLWAY_", env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    database_url: str = Field(default="", validation_alias="DATABASE_URL")
    data_dir: Path = Path("data")
    chroma_url: str = ""
    embeddings: str = "bundled"
    rerank: str = ""
    lexicon_dir: Path | None = None
    timezone: str = ""
    log: Literal["text", "json"] = "text"

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, name: str) -> str:
        try:
            return ZoneInfo(name).key if name else ""
        except (KeyError, ValueError, OSError):
            raise ValueError(f"{name!r} is no time zone; use an IANA name such as Europe/Berlin") from None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Put hallway.toml below the environment; secrets are no business of that file."""
        del file_secret_settings
        toml = TomlConfigSettingsSource(settings_cls, toml_file=config_path())
        return init_settings, env_settings, dotenv_settings, toml

    @property
    def record_url(self) -> str:
        """Say where the record is: DATABASE_URL, or a SQLite file in the data folder."""
        return self.database_url or f"sqlite:///{self.data_dir / 'hallway.db'}"


def config_path() -> Path:
    """Say which hallway.toml counts; it need not exist."""
    return Path(os.environ.get(CONFIG_VARIABLE, DEFAULT_CONFIG))


def read_settings(**overrides: Any) -> Settings:  # noqa: ANN401 - whatever a field takes
    """Read the settings once; raises pydantic's ValidationError or SettingsInvalid, which name what is wrong."""
    if CONFIG_VARIABLE in os.environ and not config_path().exists():
        raise SettingsInvalid(f"{config_path()}: there is no such file. Correct or unset {CONFIG_VARIABLE}.")
    _refuse_unknown(config_path())
    return Settings(**overrides)


def _refuse_unknown(path: Path) -> None:
    """Refuse a key of hallway.toml that nothing reads: a misspelt setting would silently be the default."""
    if not path.is_file():
        return
    known = {*Settings.model_fields, "sources", "DATABASE_URL"} - {"database_url"}
    for key in tomllib.loads(path.read_text(encoding="utf-8")):
        if key not in known:
            near = get_close_matches(key, known, n=1)
            hint = f"Did you mean `{near[0]}`?" if near else f"Known are {', '.join(sorted(known))}."
            raise SettingsInvalid(f"{path}: `{key}` is no setting. {hint}")
