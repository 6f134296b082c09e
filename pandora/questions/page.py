"""A graph as one HTML page that needs nothing else: it zooms, filters by status, and shows a node's text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from pandora.questions.drawing import COLOURS, plain, short, svg

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""The page may load nothing, whatever stands in the graph."""

_STYLE = """
* { box-sizing: border-box }
body { margin: 0; display: flex; height: 100vh; font: 14px/1.45 system-ui, sans-serif; color: #18181b }
#view { flex: 1; overflow: hidden; background: #fafafa; cursor: grab; touch-action: none }
#view svg { width: 100%; height: 100%; display: block }
aside { width: 24rem; max-width: 45vw; padding: 1rem; overflow: auto; border-left: 1px solid #d4d4d8 }
h1 { font-size: 1rem; margin: 0 0 .5rem }
h2 { font-size: .9rem; margin: 1rem 0 .25rem }
label { display: block }
.mark { display: inline-block; width: .8em; height: .8em; border: 1px solid #52525b; margin: 0 .35em }
.node { cursor: pointer; outline: none }
.node:focus rect, .node.chosen rect { stroke-width: 3; stroke: #1d4ed8 }
.hidden { opacity: .08 }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0 }
"""

_SCRIPT = """
'use strict';
const graph = JSON.parse(document.getElementById('graph').textContent);
const nodes = new Map(graph.nodes.map(node => [node.node_id, node]));
const drawing = document.querySelector('#view svg');
const whole = drawing.getAttribute('viewBox').split(' ').map(Number);
let box = whole.slice();
const draw = () => drawing.setAttribute('viewBox', box.join(' '));
const zoom = (by, x, y) => {
  box = [box[0] + x * box[2] * (1 - by), box[1] + y * box[3] * (1 - by), box[2] * by, box[3] * by];
  draw();
};
const view = document.getElementById('view');
view.addEventListener('wheel', event => {
  event.preventDefault();
  const at = view.getBoundingClientRect();
  const x = (event.clientX - at.left) / at.width, y = (event.clientY - at.top) / at.height;
  zoom(event.deltaY < 0 ? 0.85 : 1 / 0.85, x, y);
}, { passive: false });
let held = null;
view.addEventListener('pointerdown', event => { held = [event.clientX, event.clientY]; });
window.addEventListener('pointerup', () => { held = null; });
window.addEventListener('pointermove', event => {
  if (!held) return;
  const scale = Math.max(box[2] / view.clientWidth, box[3] / view.clientHeight);
  box[0] -= (event.clientX - held[0]) * scale;
  box[1] -= (event.clientY - held[1]) * scale;
  held = [event.clientX, event.clientY];
  draw();
});
document.getElementById('in').addEventListener('click', () => zoom(0.8, 0.5, 0.5));
document.getElementById('out').addEventListener('click', () => zoom(1.25, 0.5, 0.5));
document.getElementById('all').addEventListener('click', () => { box = whole.slice(); draw(); });
const filter = () => {
  const chosen = [...document.querySelectorAll('[data-filter]:checked')];
  const shown = new Set(chosen.map(each => each.dataset.filter));
  const hidden = new Set();
  for (const each of document.querySelectorAll('.node')) {
    const hide = !shown.has(each.dataset.status);
    each.classList.toggle('hidden', hide);
    if (hide) hidden.add(each.dataset.id);
  }
  for (const each of document.querySelectorAll('.edge'))
    each.classList.toggle('hidden', hidden.has(each.dataset.from) || hidden.has(each.dataset.to));
};
for (const each of document.querySelectorAll('[data-filter]')) each.addEventListener('change', filter);
const show = element => {
  const node = nodes.get(element.dataset.id);
  for (const each of document.querySelectorAll('.chosen')) each.classList.remove('chosen');
  element.classList.add('chosen');
  document.getElementById('what').textContent = node.node_id + ' · ' + node.node_type + ' · ' + node.status;
  document.getElementById('text').textContent = node.text;
  const synthesis = node.metadata.synthesis || '';
  document.getElementById('synthesis').textContent = synthesis;
  document.getElementById('has').hidden = !synthesis;
};
for (const each of document.querySelectorAll('.node')) {
  each.addEventListener('click', () => show(each));
  each.addEventListener('keydown', event => { if (event.key === 'Enter') show(each); });
}
"""


def html(snapshot: Mapping[str, Any]) -> str:
    """The page; all that a model or a person wrote is text in it, never markup or script."""
    seed = escape(short(snapshot["seed"], 200))
    states = dict.fromkeys(node["status"] for node in snapshot["nodes"])
    filters = "\n".join(
        f'<label><input type="checkbox" data-filter="{escape(state)}" checked>'
        f'<span class="mark" style="background:{COLOURS[state]}"></span>{escape(state)} '
        f"({sum(1 for node in snapshot['nodes'] if node['status'] == state)})</label>"
        for state in COLOURS
        if state in states
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{seed}</title>
<style>{_STYLE}</style>
</head>
<body>
<div id="view">
{svg(snapshot)}</div>
<aside>
<h1>{seed}</h1>
<p>graph {escape(snapshot["graph_id"])}, {escape(snapshot["status"])}</p>
<p><button id="in">+</button> <button id="out">−</button> <button id="all">whole</button></p>
<h2>Status</h2>
{filters}
<h2 id="what">Choose a node</h2>
<pre id="text"></pre>
<div id="has" hidden><h2>Synthesis</h2><pre id="synthesis"></pre></div>
</aside>
<script type="application/json" id="graph">{_data(snapshot)}</script>
<script>{_SCRIPT}</script>
</body>
</html>
"""


def _data(snapshot: Mapping[str, Any]) -> str:
    """The nodes as JSON that cannot end its element."""
    nodes = [
        {
            "node_id": node["node_id"],
            "node_type": node["node_type"],
            "status": node["status"],
            "text": plain(node["text"]),
            "metadata": {"synthesis": plain(str(node["metadata"].get("synthesis", "")))},
        }
        for node in snapshot["nodes"]
    ]
    text = json.dumps({"nodes": nodes}, ensure_ascii=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
