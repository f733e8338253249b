/** The names by which drawings of states call their colours, and what the page calls them. */
const names: Readonly<Record<string, string>> = {
  card: '--surface',
  paper: '--ground',
  ink: '--text',
  edge: '--line-strong',
  link: '--accent',
  upd: '--warned',
};

/** A colour of the page as it is now, light or dark, in a form that a canvas takes. */
export function themeColour(near: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${names[name] ?? '--text'})`;
  near.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Calls back when the page goes from light to dark or back, by its own switch or the system's. */
export function followColours(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const own = new MutationObserver(onChange);
  own.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  system.addEventListener('change', onChange);
  return () => {
    own.disconnect();
    system.removeEventListener('change', onChange);
  };
}
