'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const nodes = new Map(data.nodes.map(node => [node.id, node]));
  const below = new Map(data.children);
  const parents = new Map();
  for (const [above, ids] of below) for (const id of ids) parents.set(id, above);
  const roots = below.get(null) || [];
  const kids = id => below.get(id) || [];
  const svg = document.querySelector('#canvas > svg');
  const stage = document.getElementById('stage');
  const panel = document.getElementById('panel');
  const layers = Object.fromEntries(['edges', 'links', 'cards', 'signs'].map(name => [name, stage.querySelector(`.${name}`)]));
  for (const layer of Object.values(layers)) layer.replaceChildren();
  // What stands in the page, made when it comes into sight: cards and edges by question, relations by number.
  const cards = new Map(), edges = new Map(), lines = new Map();
  const crowd = 300;
  const folded = new Set();
  const states = new Set(data.nodes.map(node => node.state));
  const kinds = new Set(Object.keys(data.signs));
  let places = new Map(), under = new Map(), seen = [], found = new Set(), chosen = null, asked = 0, hits = [], hit = -1, words = '';
  let view = { x: 0, y: 0, k: 1 };

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key === 'onclick') element.addEventListener('click', value); else element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  };
  const shape = (name, attributes, text = '') => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };

  // Preorder, without recursion: a chain may be long.
  const order = [];
  for (let left = [...roots].reverse(); left.length;) {
    const id = left.pop();
    order.push(id);
    left.push(...[...kids(id)].reverse());
  }
  const levels = new Map();
  for (const id of order) levels.set(id, parents.get(id) == null ? 0 : levels.get(parents.get(id)) + 1);

  const text = (className, x, y, words, more = {}) => shape('text', { class: className, x, y, ...more }, words);
  const card = id => {
    const node = nodes.get(id), above = kids(parents.get(id) ?? null);
    const group = shape('g', {
      class: `card ${node.state}${node.boundary ? ' boundary' : ''}`, 'data-id': id, role: 'treeitem', tabindex: '-1',
      'aria-level': levels.get(id) + 1, 'aria-setsize': above.length, 'aria-posinset': above.indexOf(id) + 1,
      'aria-label': `${node.state}: ${node.text}`,
    });
    const low = node.height - 8;
    group.append(
      shape('rect', { class: 'paper', width: data.width, height: node.height, rx: 8 }),
      shape('path', { class: 'stripe', d: `M8 0A8 8 0 0 0 0 8V${low}A8 8 0 0 0 8 ${node.height}Z` }),
      text('state', data.inset, 22, node.label),
      text('place', data.width - data.corner, 22, node.place || 'seed', { 'text-anchor': 'end' }),
      ...node.lines.map((line, number) => text('words', data.inset, data.first + data.line * number, line)),
    );
    if (kids(id).length) {
      const fold = shape('g', { class: 'fold', 'data-fold': id, transform: `translate(${data.width} ${node.height / 2})` });
      fold.append(shape('rect', { y: -12, height: 24, rx: 12 }), shape('text', { 'text-anchor': 'middle', y: 4 }));
      group.append(fold);
    }
    return group;
  };
  const line = number => {
    const link = data.links[number], kind = `${link.kind}${link.settled ? ' settled' : ''}`, bend = 28 + 12 * (number % 4);
    const title = () => shape('title', {}, [kind, link.explanation].filter(Boolean).join(': '));
    const path = shape('path', { class: `link ${kind}`, 'data-link': number }), sign = shape('g', { class: `sign ${kind}`, 'data-link': number });
    path.append(title());
    sign.append(title(), shape('circle', { r: 10 }), shape('text', { 'text-anchor': 'middle', y: 5 }, data.signs[link.kind]));
    return { path, sign, bend };
  };

  // The same places as in the still drawing, for what is not folded or filtered away.
  const arrange = () => {
    const wanted = new Set();
    under = new Map();
    for (const id of [...order].reverse()) {
      const below = kids(id).reduce((sum, each) => sum + under.get(each) + (states.has(nodes.get(each).state) ? 1 : 0), 0);
      under.set(id, below);
      if (below || states.has(nodes.get(id).state)) wanted.add(id);
    }
    seen = [];
    for (let left = roots.filter(id => wanted.has(id)).reverse(); left.length;) {
      const id = left.pop();
      seen.push(id);
      if (!folded.has(id)) left.push(...kids(id).filter(each => wanted.has(each)).reverse());
    }
    const here = new Set(seen);
    const shown = id => kids(id).filter(each => here.has(each));
    const spans = new Map(), tops = new Map();
    const block = ids => ids.reduce((sum, id) => sum + spans.get(id), 0) + data.down * Math.max(0, ids.length - 1);
    const stack = (ids, top) => { for (const id of ids) { tops.set(id, top); top += spans.get(id) + data.down; } };
    for (const id of [...seen].reverse()) spans.set(id, Math.max(nodes.get(id).height, block(shown(id))));
    stack(roots.filter(id => here.has(id)), 0);
    places = new Map();
    for (const id of seen) {
      stack(shown(id), tops.get(id) + (spans.get(id) - block(shown(id))) / 2);
      places.set(id, {
        x: levels.get(id) * (data.width + data.across), y: tops.get(id) + (spans.get(id) - nodes.get(id).height) / 2,
        height: nodes.get(id).height,
      });
    }
    paint();
  };

  // A small drawing stands in the page as a whole; of a large one only what is in sight, with some more around it.
  const paint = () => {
    asked = 0;
    const all = seen.length <= crowd, around = 200;
    const left = -view.x / view.k - around, right = (svg.clientWidth - view.x) / view.k + around;
    const top = -view.y / view.k - around, bottom = (svg.clientHeight - view.y) / view.k + around;
    const meets = (x1, y1, x2, y2) => all || (x1 < right && x2 > left && y1 < bottom && y2 > top);
    const held = document.activeElement?.closest?.('.card')?.dataset.id, stop = places.has(chosen) ? chosen : seen[0];
    svg.classList.toggle('far', view.k < .28);
    keep(cards, layers.cards, card, id => {
      const place = places.get(id);
      return id === held || id === stop || meets(place.x, place.y, place.x + data.width, place.y + place.height);
    });
    keep(edges, layers.edges, () => shape('path', { class: 'edge' }), id => {
      const one = places.get(parents.get(id)), other = places.get(id);
      if (!one) return false;
      const y1 = one.y + one.height / 2, y2 = other.y + other.height / 2;
      return meets(one.x, Math.min(y1, y2), other.x, Math.max(y1, y2));
    });
    for (const [id, group] of cards) dress(id, group, id === stop);
    for (const [id, path] of edges) {
      const one = places.get(parents.get(id)), other = places.get(id);
      const start = one.x + data.width, bend = (other.x - start) / 2;
      const y1 = one.y + one.height / 2, y2 = other.y + other.height / 2;
      path.setAttribute('d', `M${start} ${y1}C${start + bend} ${y1} ${other.x - bend} ${y2} ${other.x} ${y2}`);
    }
    relate(meets);
    document.getElementById('nothing').hidden = seen.length > 0;
    document.getElementById('shown').textContent = seen.length < order.length ? ` (${seen.length} unfolded)` : '';
  };
  const keep = (kept, layer, build, wanted) => {
    const here = new Set(seen.filter(wanted));
    for (const [id, element] of kept) if (!here.has(id)) { element.remove(); kept.delete(id); }
    const fresh = [];
    for (const id of here) if (!kept.has(id)) { const element = build(id); kept.set(id, element); fresh.push(element); }
    layer.append(...fresh);
  };
  const dress = (id, group, stop) => {
    const place = places.get(id);
    group.setAttribute('transform', `translate(${place.x} ${place.y})`);
    group.setAttribute('tabindex', stop ? '0' : '-1');
    group.setAttribute('aria-selected', String(id === chosen));
    group.classList.toggle('chosen', id === chosen);
    group.classList.toggle('ghost', !states.has(nodes.get(id).state));
    group.classList.toggle('missed', words !== '' && !found.has(id));
    group.classList.toggle('hit', words !== '' && found.has(id));
    if (!kids(id).length) return;
    group.setAttribute('aria-expanded', String(!folded.has(id)));
    const sign = folded.has(id) ? `+${under.get(id)}` : '−', wide = Math.max(24, 10 + 8 * sign.length);
    const fold = group.querySelector('.fold'), box = fold.querySelector('rect');
    fold.querySelector('text').textContent = sign;
    box.setAttribute('width', wide);
    box.setAttribute('x', -wide / 2);
  };
  const relate = meets => {
    const bundles = new Map(); // relations of one kind between the same two cards, as of folded branches, are one line
    data.links.forEach((link, number) => {
      const one = kinds.has(link.kind) ? nearest(link.one) : null, other = nearest(link.other);
      const a = places.get(one), b = places.get(other), pair = `${[one, other].sort().join(' ')} ${link.kind}`;
      const bundle = bundles.get(pair);
      if (bundle) bundle.count += 1; else if (a && b && one !== other) bundles.set(pair, { number, count: 1 });
      const away = bundle || !a || !b || one === other || !meets(Math.min(a.x, b.x) - 64, Math.min(a.y, b.y), Math.max(a.x, b.x), Math.max(a.y + a.height, b.y + b.height));
      if (away) {
        const old = lines.get(number);
        if (old) { old.path.remove(); old.sign.remove(); lines.delete(number); }
        return;
      }
      if (!lines.has(number)) {
        const drawn = line(number);
        lines.set(number, drawn);
        layers.links.append(drawn.path);
        layers.signs.append(drawn.sign);
      }
      const { path, sign, bend } = lines.get(number);
      // Within a column round the left of both; else from the right of the one to the left of the other.
      const y1 = a.y + a.height * .75, y2 = b.y + b.height * .75, same = a.x === b.x;
      const x1 = a.x < b.x ? a.x + data.width : a.x, x2 = b.x < a.x ? b.x + data.width : b.x;
      const c1 = same ? x1 - bend : x1 + (a.x < b.x ? bend : -bend), c2 = same ? x2 - bend : x2 + (b.x < a.x ? bend : -bend);
      path.setAttribute('d', `M${x1} ${y1}C${c1} ${y1} ${c2} ${y2} ${x2} ${y2}`);
      sign.setAttribute('transform', `translate(${(x1 + x2 + 3 * (c1 + c2)) / 8} ${(y1 + y2) / 2})`);
      for (const part of [path, sign]) part.classList.toggle('near', chosen === link.one || chosen === link.other);
    });
    for (const { number, count } of bundles.values()) {
      const drawn = lines.get(number);
      if (!drawn) continue;
      drawn.sign.querySelector('text').textContent = `${data.signs[data.links[number].kind]}${count > 1 ? ` ${count}` : ''}`;
      drawn.sign.querySelector('circle').setAttribute('r', count > 1 ? 16 : 10);
    }
  };
  // A relation of what is folded away ends at the branch that holds it; one of what is filtered away is not shown.
  const nearest = id => {
    let above = id;
    while (above != null && !places.has(above)) above = parents.get(above);
    return above === id || folded.has(above) ? above : null;
  };

  const move = () => {
    stage.setAttribute('transform', `translate(${view.x} ${view.y}) scale(${view.k})`);
    document.getElementById('scale').textContent = `${Math.round(view.k * 100)}%`;
    if (!asked) asked = requestAnimationFrame(paint);
  };
  const zoom = (factor, x = svg.clientWidth / 2, y = svg.clientHeight / 2) => {
    const k = Math.min(3, Math.max(.03, view.k * factor));
    view = { k, x: x - (x - view.x) * k / view.k, y: y - (y - view.y) * k / view.k };
    move();
  };
  const bounds = () => {
    let wide = 0, high = 0;
    for (const place of places.values()) { wide = Math.max(wide, place.x + data.width + 14); high = Math.max(high, place.y + place.height); }
    return { wide: wide || 1, high: high || 1 };
  };
  const margin = 32;
  const whole = () => {
    const { wide, high } = bounds();
    return Math.min(1.15, (svg.clientWidth - 2 * margin) / wide, (svg.clientHeight - 2 * margin - 30) / high);
  };
  const fit = (least = 0) => {
    const { wide, high } = bounds(), k = Math.max(.03, whole(), least);
    view = { k, x: (svg.clientWidth - wide * k) / 2, y: (svg.clientHeight - 30 - high * k) / 2 };
    if (wide * k > svg.clientWidth) view.x = margin;
    if (high * k > svg.clientHeight && roots.length && places.has(roots[0])) {
      const root = places.get(roots[0]);
      view.y = svg.clientHeight / 2 - (root.y + root.height / 2) * k;
    }
    move();
  };
  const bring = id => {
    const place = places.get(id);
    if (!place) return;
    const left = place.x * view.k + view.x, top = place.y * view.k + view.y, margin = 24;
    const right = left + data.width * view.k, bottom = top + place.height * view.k;
    if (left < margin) view.x += margin - left; else if (right > svg.clientWidth - margin) view.x -= right - svg.clientWidth + margin;
    if (top < margin) view.y += margin - top; else if (bottom > svg.clientHeight - 64) view.y -= bottom - svg.clientHeight + 64;
    move();
  };

  const unfoldTo = id => {
    let changed = false;
    for (let above = parents.get(id); above != null; above = parents.get(above)) changed = folded.delete(above) || changed;
    return changed;
  };
  const hold = id => {
    paint();
    cards.get(id)?.focus({ preventScroll: true });
  };
  const choose = (id, focus = true) => {
    if (!nodes.has(id)) return;
    const state = nodes.get(id).state;
    if (!states.has(state) && !places.has(id)) {
      states.add(state);
      const box = document.querySelector(`[data-state="${CSS.escape(state)}"]`);
      if (box) box.checked = true;
    }
    chosen = id;
    unfoldTo(id);
    arrange();
    tell(nodes.get(id));
    bring(id);
    if (focus) hold(id);
  };

  const told = (title, text) => text ? [make('h3', {}, title), make('p', { class: 'text', dir: 'auto' }, text)] : [];
  const jump = (id, told = '', before = '') => {
    const node = nodes.get(id);
    const button = make('button', { dir: 'auto', onclick: () => choose(id) }, `${before}${data.marks[node.state] || '?'} ${node.text}`);
    return make('li', {}, button, ...(told ? [make('p', { dir: 'auto' }, told)] : []));
  };
  const list = (title, items) => items.length ? [make('h3', {}, title), make('ul', {}, ...items)] : [];
  const tell = node => {
    const related = kind => data.links.filter(link => link.kind === kind && (link.one === node.id || link.other === node.id))
      .map(link => jump(link.one === node.id ? link.other : link.one,
        [link.explanation, link.settled && `settled by ${link.settled}`].filter(Boolean).join('\n'), `${data.signs[kind]} `));
    const facts = [['Document', node.path], ['Depth', String(node.depth)], ['Worker', node.owner || '–'],
      ['Claims', String(node.claims)], ['Made', node.created || '–']];
    if (node.reason) facts.splice(1, 0, ['Saturated', node.reason]);
    if (node.boundary) facts.push(['Kind', 'boundary question of a convergence']);
    panel.classList.remove('shut');
    panel.scrollTop = 0;
    panel.replaceChildren(
      make('div', { class: 'top' },
        make('span', { class: `pill ${node.state}` }, `${data.marks[node.state] || '?'} ${node.state}`),
        make('span', {}, node.place || 'seed'),
        make('button', { class: 'close', 'aria-label': 'Close (Esc)', title: 'Close (Esc)', onclick: shut }, '×')),
      make('h2', { dir: 'auto' }, node.text),
      ...told('Synthesis', node.synthesis),
      ...told(node.answered_by ? `Answer by ${node.answered_by}` : 'Answer', node.answer),
      ...(node.answer || node.synthesis ? [] : told('Answer', 'None yet.')),
      ...list('Contradicts', related('contradiction')),
      ...list('Converges with', related('convergence')),
      ...list('Below', kids(node.id).map(id => jump(id))),
      ...list('Above', parents.get(node.id) != null ? [jump(parents.get(node.id))] : []),
      make('h3', {}, 'Details'),
      make('dl', {}, ...facts.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)])),
    );
  };
  const shut = () => { panel.classList.add('shut'); if (chosen) hold(chosen); };
  const turn = id => {
    if (!kids(id).length) return;
    if (!folded.delete(id)) folded.add(id);
    const before = places.get(id);
    arrange();
    const after = places.get(id);
    view.y += (before.y - after.y) * view.k;
    move();
  };

  const stacks = new Map();
  const haystack = id => {
    if (!stacks.has(id)) {
      const node = nodes.get(id);
      stacks.set(id, [node.text, node.answer, node.synthesis, node.id].join('\n').toLocaleLowerCase());
    }
    return stacks.get(id);
  };
  const find = () => {
    words = document.getElementById('find').value.trim().toLocaleLowerCase();
    hits = words === '' ? [] : order.filter(id => haystack(id).includes(words));
    found = new Set(hits);
    hit = -1;
    for (const id of hits.slice(0, 200)) unfoldTo(id);
    document.getElementById('found').textContent = words === '' ? '' : String(hits.length);
    arrange();
    if (!hits.length) return;
    near(hits[0]);
    panel.classList.remove('shut');
    panel.scrollTop = 0;
    panel.replaceChildren(
      make('h2', {}, `Found in ${hits.length} question${hits.length === 1 ? '' : 's'}`),
      make('ul', {}, ...hits.slice(0, 50).map(id => jump(id))),
      ...(hits.length > 50 ? [make('p', {}, `And ${hits.length - 50} more: Enter goes through all of them.`)] : []),
    );
  };
  // What is brought into sight from far away is brought where it can be read.
  const near = id => {
    if (view.k < .5) { view.k = .8; move(); }
    bring(id);
  };
  const next = step => {
    if (!hits.length) return;
    hit = (hit + step + hits.length) % hits.length;
    choose(hits[hit], false);
    near(hits[hit]);
    document.getElementById('found').textContent = `${hit + 1}/${hits.length}`;
  };

  for (const box of document.querySelectorAll('[data-state]')) {
    if (!data.nodes.some(node => node.state === box.dataset.state)) box.disabled = true;
    box.addEventListener('change', () => {
      if (box.checked) states.add(box.dataset.state); else states.delete(box.dataset.state);
      arrange();
      fit(.5);
    });
  }
  for (const box of document.querySelectorAll('[data-kind]')) {
    if (!data.links.some(link => link.kind === box.dataset.kind)) box.disabled = true;
    box.addEventListener('change', () => {
      if (box.checked) kinds.add(box.dataset.kind); else kinds.delete(box.dataset.kind);
      paint();
    });
  }
  const on = (id, action) => document.getElementById(id).addEventListener('click', action);
  on('in', () => zoom(1.25));
  on('out', () => zoom(.8));
  on('fit', () => fit());
  on('unfold', () => { folded.clear(); arrange(); fit(.5); });
  on('fold', () => { for (const id of order) if (levels.get(id) > 0 && kids(id).length) folded.add(id); arrange(); fit(.5); });
  document.getElementById('find').addEventListener('input', find);
  document.getElementById('find').addEventListener('keydown', event => {
    if (event.key === 'Enter') { next(event.shiftKey ? -1 : 1); event.preventDefault(); }
    if (event.key === 'Escape') { event.target.value = ''; find(); event.target.blur(); }
    event.stopPropagation();
  });

  svg.addEventListener('wheel', event => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    zoom(Math.exp(-Math.max(-240, Math.min(240, event.deltaY * lines)) * .0022), event.offsetX, event.offsetY);
  }, { passive: false });
  const touches = new Map();
  let travelled = 0;
  svg.addEventListener('pointerdown', event => {
    if (event.button !== 0) return;
    touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (touches.size === 1) travelled = 0;
  });
  svg.addEventListener('pointermove', event => {
    const was = touches.get(event.pointerId);
    if (!was) return;
    const now = { x: event.clientX, y: event.clientY };
    if (touches.size === 1) {
      travelled += Math.hypot(now.x - was.x, now.y - was.y);
      if (travelled > 4 && !svg.hasPointerCapture(event.pointerId)) { svg.setPointerCapture(event.pointerId); svg.classList.add('dragged'); }
      view.x += now.x - was.x;
      view.y += now.y - was.y;
      move();
    } else if (touches.size === 2) {
      travelled = 99;
      const [other] = [...touches].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
      const frame = svg.getBoundingClientRect();
      const before = Math.hypot(was.x - other.x, was.y - other.y), after = Math.hypot(now.x - other.x, now.y - other.y);
      if (before > 0) zoom(after / before, (now.x + other.x) / 2 - frame.left, (now.y + other.y) / 2 - frame.top);
    }
    touches.set(event.pointerId, now);
  });
  const lift = event => { touches.delete(event.pointerId); svg.classList.remove('dragged'); };
  svg.addEventListener('pointerup', lift);
  svg.addEventListener('pointercancel', lift);
  svg.addEventListener('click', event => {
    if (travelled > 4) return;
    const fold = event.target.closest('.fold'), card = event.target.closest('.card'), sign = event.target.closest('.sign');
    if (fold) turn(fold.dataset.fold);
    else if (card) choose(card.dataset.id);
    else if (sign) choose(data.links[Number(sign.dataset.link)].one);
  });

  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input')) return;
    const at = event.target.closest && event.target.closest('.card') ? event.target.closest('.card').dataset.id : null;
    const step = way => {
      const place = seen.indexOf(at) + way;
      if (place >= 0 && place < seen.length) choose(seen[place]);
    };
    const keys = {
      '+': () => zoom(1.25), '=': () => zoom(1.25), '-': () => zoom(.8), '−': () => zoom(.8), 0: () => fit(),
      '/': () => document.getElementById('find').focus(), Escape: shut,
    };
    if (at !== null) Object.assign(keys, {
      ArrowDown: () => step(1), ArrowUp: () => step(-1), Home: () => choose(seen[0]), End: () => choose(seen[seen.length - 1]),
      ArrowLeft: () => { if (parents.get(at) != null) choose(parents.get(at)); },
      ArrowRight: () => { if (folded.has(at)) turn(at); else if (kids(at).some(id => places.has(id))) choose(kids(at).find(id => places.has(id))); },
      Enter: () => { if (chosen === at && !panel.classList.contains('shut')) turn(at); else choose(at); },
      ' ': () => choose(at),
    });
    if (Object.hasOwn(keys, event.key)) { event.preventDefault(); keys[event.key](); }
  });
  window.addEventListener('resize', move);

  // As many levels as can be read at once.
  const readable = .7, deepest = Math.max(0, ...new Set(levels.values()));
  const only = level => {
    for (const id of order) if (levels.get(id) >= level && kids(id).length) folded.add(id); else folded.delete(id);
    arrange();
  };
  for (let level = deepest > 6 || order.length > crowd ? 1 : deepest; level > 0; level -= 1) {
    only(level);
    if (whole() >= readable) break;
  }
  if (roots.length) { chosen = roots[0]; tell(nodes.get(chosen)); }
  fit(readable);
  paint();
})();
