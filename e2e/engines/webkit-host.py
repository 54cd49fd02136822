#!/usr/bin/python3
"""Hosts one WebKitGTK view, driven by one JSON object a line on stdin: {"id", "do": "goto" | "run" | "choose" | "resize", ...}.

Each command is answered by {"id", "value"} or {"id", "error"} on stdout. The end of stdin ends the program.
Storage lasts in the folder of WEBKIT_DATA. Microphone and camera are WebKit's mock devices; with WEBKIT_REFUSES_CAMERA the person
refuses the camera. WEBKIT_PROXY is the address of a proxy. The host WEBKIT_HOST may then have the certificate WEBKIT_CERTIFICATE.
Packages of Debian: python3-gi, gir1.2-webkit2-4.1; without a display also xvfb.
"""

import json
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gio, GLib, Gtk, WebKit2  # noqa: E402

data = os.environ["WEBKIT_DATA"]
manager = WebKit2.WebsiteDataManager(base_data_directory=data, base_cache_directory=data + "/cache")
context = WebKit2.WebContext.new_with_website_data_manager(manager)
proxy = os.environ.get("WEBKIT_PROXY")
if proxy:
    proxies = WebKit2.NetworkProxySettings.new(proxy, None)
    manager.set_network_proxy_settings(WebKit2.NetworkProxyMode.CUSTOM, proxies)
    certificate = Gio.TlsCertificate.new_from_file(os.environ["WEBKIT_CERTIFICATE"])
    context.allow_tls_certificate_for_host(certificate, os.environ["WEBKIT_HOST"])
context.set_preferred_languages(["de-CH", "de"])
view = WebKit2.WebView.new_with_context(context)
settings = view.get_settings()
settings.set_enable_media_stream(True)
settings.set_enable_mock_capture_devices(True)
settings.set_enable_write_console_messages_to_stdout(False)
settings.set_media_playback_requires_user_gesture(False)
# Features that Safari has and that WebKitGTK leaves off.
wanted = {"StorageAPI", "FileSystem", "AccessHandle", "StorageAPIEstimate", "FileSystemWritableStream"}
features = WebKit2.Settings.get_all_features()
for index in range(features.get_length()):
    feature = features.get(index)
    if feature.get_identifier() in wanted:
        settings.set_feature_enabled(feature, True)
window = Gtk.Window()
window.set_default_size(1280, 900)
window.add(view)
window.show_all()

chosen = []
loading = []


def answer(number, **fields):
    print(json.dumps({"id": number, **fields}), flush=True)


def on_load(_view, event):
    if event == WebKit2.LoadEvent.FINISHED and loading:
        answer(loading.pop(), value=None)


def on_chooser(_view, request):
    request.select_files(chosen)
    return True


def on_permission(_view, request):
    is_camera = isinstance(request, WebKit2.UserMediaPermissionRequest) and request.props.is_for_video_device
    if is_camera and "WEBKIT_REFUSES_CAMERA" in os.environ:
        request.deny()
    else:
        request.allow()
    return True


def on_terminated(_view, reason):
    answer(0, error="The web process ended: %s." % reason.value_nick)


view.connect("web-process-terminated", on_terminated)
view.connect("load-changed", on_load)
view.connect("run-file-chooser", on_chooser)
view.connect("permission-request", on_permission)


def run(number, body, argument):
    def on_done(_view, result):
        try:
            value = view.call_async_javascript_function_finish(result)
            answer(number, value=json.loads(value.to_string()))
        except Exception as error:  # The page's error goes to the caller.
            answer(number, error=str(error))

    source = (
        "return JSON.stringify((await (async (input) => {%s})(%s)) ?? null);" % (body, json.dumps(argument))
    )
    view.call_async_javascript_function(source, -1, None, None, None, None, on_done)


class Lines:
    """Reads whole lines from stdin without blocking the view."""

    def __init__(self):
        self.buffer = b""

    def feed(self, source, _condition):
        chunk = os.read(source, 65536)
        if not chunk:
            Gtk.main_quit()
            return False
        self.buffer += chunk
        while b"\n" in self.buffer:
            line, self.buffer = self.buffer.split(b"\n", 1)
            take(json.loads(line))
        return True


def take(command):
    if command["do"] == "goto":
        loading[:] = [command["id"]]
        view.load_uri(command["url"])
    elif command["do"] == "resize":
        window.resize(command["width"], command["height"])
        answer(command["id"], value=None)
    elif command["do"] == "choose":
        chosen[:] = [command["path"]]
        run(command["id"], "document.querySelector('input[type=file]').click();", None)
    else:
        run(command["id"], command["body"], command.get("input"))


GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, Lines().feed)
Gtk.main()
