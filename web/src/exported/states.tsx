import { useEffect, useState } from 'react';
import type { ExportedStates } from '../../../src/features/states/exported-data.ts';
import { ExploredStates } from '../features/states/explored-states.tsx';
import { blockOf, exportedData, pictureIn, showExported } from './exported-page.tsx';
import './states.css';

const { url, address, says, graph } = exportedData<ExportedStates>();
const shown = {
  ...graph,
  removed: [],
  pictured: graph.states.flatMap(({ number }) => (pictureIn(`picture-${number}`) === null ? [] : [number])),
};

showExported(
  <>
    <p className="small quiet">
      States of{' '}
      <a href={url} rel="noopener noreferrer">
        <bdi>{address}</bdi>
      </a>
    </p>
    <h1>
      <bdi>{graph.states[0]?.title || address}</bdi>
    </h1>
    <p className="quiet">{says}</p>
  </>,
  <States />,
);

function States() {
  const [state, setState] = useState<number | null>(null);
  return (
    <ExploredStates
      graph={shown}
      news={null}
      threshold={graph.threshold}
      state={state}
      pictureOf={(number) => pictureIn(`picture-${number}`) ?? ''}
      documentOf={(number) => <StateDocument key={number} state={number} />}
      onGo={(next) => setState(next.state)}
    />
  );
}

/** The DOM of a state as text. */
function StateDocument({ state }: { readonly state: number }) {
  const [html, setHtml] = useState('');
  useEffect(() => {
    void unpacked(blockOf(`dom-${state}`) ?? '').then(setHtml);
  }, [state]);
  return (
    <section className="stack tight">
      <h3 id="dom-title">Its DOM</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it, it could not be scrolled by keyboard. */}
      <section className="state-dom" tabIndex={0} aria-labelledby="dom-title">
        <pre>
          <bdi>{html}</bdi>
        </pre>
      </section>
    </section>
  );
}

async function unpacked(base64: string): Promise<string> {
  const packed = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
