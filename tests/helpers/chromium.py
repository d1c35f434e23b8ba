"""A headless Chromium for tests of pages."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest


@contextmanager
def chromium(profile: Path) -> Generator[Any]:
    """A browser with logs of its console and its network; the test is skipped where there is none, but not in CI."""
    binary = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        if os.environ.get("CI") == "true":
            pytest.fail("chromium and chromedriver must be installed in CI")
        pytest.skip("no chromium here")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for flag in (
        *("headless", "no-sandbox", "disable-gpu", "no-first-run", "disable-background-networking"),
        *("disable-component-update", "disable-sync", "lang=en", "window-size=1400,1200"),
        f"user-data-dir={profile}",
    ):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    with webdriver.Chrome(options=options, service=webdriver.ChromeService(driver)) as chrome:
        yield chrome


def opened(browser: Any, page: Path) -> Any:
    """The browser with a page loaded, its logs empty but for that page's."""
    browser.get("about:blank")  # away from the browser's own start page, whose requests are not ours
    browser.get_log("browser")
    browser.get_log("performance")
    browser.get(page.as_uri())
    return browser


def requests(browser: Any) -> list[str]:
    """The addresses that were asked for since `opened`."""
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    sent = [event["params"] for event in events if event["method"] == "Network.requestWillBeSent"]
    return [one["request"]["url"] for one in sent if not one["documentURL"].startswith("chrome:")]
