import type cytoscape from 'cytoscape';

/** How Cytoscape draws states and transitions, in the colours of the page. */
export function graphStyle(color: (name: string) => string, states: number): cytoscape.StylesheetJson {
  // A thin border is invisible when the whole graph is shown.
  const border = states > 150 ? 5 : 1.5;
  const font = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
  const style = [
    {
      selector: 'node',
      style: {
        shape: 'round-rectangle',
        width: 168,
        height: 105,
        'corner-radius': 8,
        'background-color': color('surface'),
        'border-width': border,
        'border-color': color('line-strong'),
        label: 'data(label)',
        color: color('text'),
        'font-family': font,
        'font-size': 14,
        'text-wrap': 'ellipsis',
        'text-max-width': 180,
        'text-valign': 'bottom',
        'text-margin-y': 7,
        'min-zoomed-font-size': 8,
        'text-background-color': color('surface'),
        'text-background-opacity': 0.85,
        'text-background-padding': '2px',
      },
    },
    {
      selector: 'node.pictured',
      style: {
        'background-image': 'data(picture)',
        'background-fit': 'cover',
        'background-position-y': '0%',
      },
    },
    {
      selector: 'node.bare',
      style: {
        'text-valign': 'center',
        'text-margin-y': 0,
        'text-wrap': 'wrap',
        'text-max-width': 150,
        'text-overflow-wrap': 'anywhere',
      },
    },
    { selector: 'node.index', style: { 'border-width': border + 3, 'border-color': color('accent') } },
    {
      selector: 'edge',
      style: {
        width: 1.5,
        'curve-style': 'bezier',
        'control-point-step-size': 60,
        'line-color': color('line-strong'),
        'line-opacity': 0.45,
        'line-style': 'dashed',
        'target-arrow-shape': 'triangle',
        'target-arrow-color': color('line-strong'),
        'arrow-scale': 1.1,
      },
    },
    { selector: 'edge.way', style: { width: 2, 'line-style': 'solid', 'line-opacity': 0.8 } },
    { selector: 'edge.aside', style: { display: 'none' } },
    { selector: 'node.far', style: { opacity: 0.5 } },
    { selector: 'edge.far', style: { opacity: 0.2 } },
    {
      selector: 'node.pointed',
      style: {
        'border-width': 3,
        'min-zoomed-font-size': 0,
        'text-max-width': 2000,
        'text-background-opacity': 1,
        'z-index': 20,
      },
    },
    { selector: 'node.chosen', style: { 'border-width': border + 4, 'border-color': color('warned') } },
    {
      selector: 'edge.near',
      style: {
        display: 'element',
        width: 3,
        'line-opacity': 1,
        'line-color': color('warned'),
        'target-arrow-color': color('warned'),
        'z-index': 10,
      },
    },
    // Not on all edges: where many meet, their labels would overlap.
    {
      selector: 'edge.near.way, edge.pointed',
      style: {
        label: 'data(says)',
        color: color('text'),
        'font-family': font,
        'font-size': 13,
        'text-wrap': 'ellipsis',
        'text-max-width': 200,
        'text-background-color': color('ground'),
        'text-background-opacity': 0.9,
        'text-background-padding': '3px',
        'min-zoomed-font-size': 8,
      },
    },
    { selector: 'edge.pointed', style: { 'line-opacity': 1, 'min-zoomed-font-size': 0, 'z-index': 20 } },
  ];
  return style as unknown as cytoscape.StylesheetJson;
}
