"""The site loads nothing from elsewhere: the shim that the search needs on a disk is served from the site itself."""

from typing import Any

SHIM = "https://unpkg.com/iframe-worker/shim"


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Rewrite the one address that the theme would load."""
    return output.replace(SHIM, "../" * page.url.count("/") + "assets/iframe-worker.js")


def on_post_template(output_content: str, **_: Any) -> str:
    """Likewise on the page for what is not there."""
    return output_content.replace(SHIM, "/assets/iframe-worker.js")
