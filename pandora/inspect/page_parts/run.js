'use strict';
(() => {
  // Without this script the page has all its words: the tree's links and what folds are the browser's own.
  const articles = [...document.querySelectorAll('article')];
  const links = [...document.querySelectorAll('#tree a')];
  const field = document.getElementById('find'), told = document.getElementById('found');
  let hits = articles, at = -1;
  document.getElementById('tools').hidden = false;

  const show = article => {
    if (!article) return;
    at = hits.indexOf(article);
    article.scrollIntoView();
    article.focus({ preventScroll: true });
    for (const link of links) {
      if (link.hash === `#${article.id}`) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current');
    }
  };
  const step = way => show(hits[Math.min(hits.length - 1, Math.max(0, at + way))]);
  const fold = open => { for (const part of document.querySelectorAll('details')) part.open = open; };
  const find = () => {
    const words = field.value.trim().toLocaleLowerCase();
    const holds = element => element.textContent.toLocaleLowerCase().includes(words);
    hits = words === '' ? articles : articles.filter(holds);
    at = -1;
    for (const article of articles) article.hidden = !hits.includes(article);
    for (const link of links) link.classList.toggle('missed', !hits.some(article => link.hash === `#${article.id}`));
    // Only what folds is searched here that is closed, from the outside in, so that what is found can be seen.
    if (words !== '') for (const article of hits) for (const part of article.querySelectorAll('details')) if (holds(part)) part.open = true;
    told.textContent = words === '' ? '' : String(hits.length);
  };

  document.getElementById('open').addEventListener('click', () => fold(true));
  document.getElementById('close').addEventListener('click', () => fold(false));
  field.addEventListener('input', find);
  field.addEventListener('keydown', event => {
    if (event.key === 'Enter') { step(event.shiftKey ? -1 : 1); event.preventDefault(); }
    if (event.key === 'Escape') { field.value = ''; find(); field.blur(); }
    event.stopPropagation();
  });
  for (const link of links) link.addEventListener('click', event => {
    const article = document.getElementById(link.hash.slice(1));
    if (article.hidden) { field.value = ''; find(); }
    show(article);
    event.preventDefault();
  });
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input')) return;
    const place = links.indexOf(document.activeElement);
    const keys = { n: () => step(1), p: () => step(-1), '/': () => field.focus() };
    if (place >= 0) Object.assign(keys, {
      ArrowDown: () => links[Math.min(links.length - 1, place + 1)].focus(),
      ArrowUp: () => links[Math.max(0, place - 1)].focus(),
    });
    if (Object.hasOwn(keys, event.key)) { event.preventDefault(); keys[event.key](); }
  });
})();
