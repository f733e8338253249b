import { useDeferredValue, useMemo, useState } from 'react';
import type {
  ExportedGroup,
  ExportedPictures,
  ExportedReport,
  ExportedRow,
} from '../../../src/features/reports/exported-data.ts';
import { FlagBar, flagOrder } from '../features/reports/run/flag-bar.tsx';
import { type FlagName, flagWords } from '../shared/ui/flag.tsx';
import { counted, number } from '../shared/words/counted.ts';
import { exportedData, exportedLines, showExported } from './exported-page.tsx';
import { PageLink } from './page-link.tsx';
import { ReportGroups } from './report-groups.tsx';
import { ReportPictures } from './report-pictures.tsx';
import './report.css';

const report = exportedData<ExportedReport>();
const pictures = exportedData<{ shown: readonly ExportedPictures[]; left: number } | null>('shots');
const groups = exportedLines<ExportedGroup>('groups').map((group) => ({
  entry: group,
  words: [group.title, group.reason, ...group.pages.map(({ address }) => address), ...wordsOf(group)]
    .join('\n')
    .toLowerCase(),
}));
const rows = exportedLines<ExportedRow>('rows').map((row) => ({
  entry: row,
  words: `${row.address}\n${row.reason}`.toLowerCase(),
}));
/** Rows that are rendered at once. */
const ROWS = 500;
/** With fewer entries, a filter is of no use. */
const LEAST_TO_FILTER = 8;

function wordsOf({ changes }: ExportedGroup): readonly string[] {
  return changes.map(({ heading, words }) => [heading, ...words.map(({ text }) => text)].join(' '));
}

showExported(
  <>
    <p className="small quiet">
      What changed on <PageLink page={report.start} />
    </p>
    <h1>
      <bdi>{report.project}</bdi> <small className="quiet">run {report.run}</small>
    </h1>
    <p className="quiet">{report.when}</p>
    {report.summary !== null && <p className="report-summary">{report.summary}</p>}
    {report.notices.map((notice) => (
      <p key={notice} className="small quiet">
        {notice}
      </p>
    ))}
  </>,
  <Report />,
);

function Report() {
  const { totals, flags } = report;
  const isListed = (flag: FlagName) => flags.includes(flag) && totals[flag] > 0;
  const [ticked, setTicked] = useState(new Set<FlagName>(flagOrder.filter((flag) => flag !== 'SAM')));
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim().toLowerCase());
  const found = useMemo(() => filtered(wanted), [wanted]);
  const all = flagOrder.reduce((sum, flag) => sum + (isListed(flag) ? found.pages[flag] : 0), 0);
  return (
    <>
      <section className="stack" aria-label="Totals">
        <div className="report-tiles">
          {flagOrder.map((flag) => (
            <label key={flag} className={`card report-tile ${flag}`}>
              <input
                type="checkbox"
                disabled={!isListed(flag)}
                checked={isListed(flag) && ticked.has(flag)}
                onChange={() => setTicked(ticked.symmetricDifference(new Set([flag])))}
              />
              <b className="numbers">{number(wanted === '' ? totals[flag] : found.pages[flag])}</b>
              <span>{flagWords[flag]}</span>
            </label>
          ))}
        </div>
        <FlagBar totals={totals} />
        {groups.length + rows.length >= LEAST_TO_FILTER && (
          <div className="field report-filter">
            <label htmlFor="search">Show only what contains</label>
            <input
              type="search"
              id="search"
              className="field-input"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <p role="status" className="small quiet">
              {wanted === '' ? '' : counted(all, 'page')}
            </p>
          </div>
        )}
      </section>
      {flagOrder.map(
        (flag) =>
          isListed(flag) &&
          ticked.has(flag) && (
            <section key={flag} className="stack" aria-labelledby={`group-${flag}`}>
              <h2 id={`group-${flag}`}>
                {flagWords[flag]}{' '}
                <small className="quiet">
                  {wanted === '' ? '' : `${number(found.pages[flag])} of `}
                  {number(totals[flag])}
                </small>
              </h2>
              {flag === 'UPD' ? (
                <ReportGroups
                  groups={found.groups}
                  left={wanted === '' ? report.groupCount - groups.length : 0}
                  project={report.project}
                />
              ) : (
                <Rows
                  rows={found.rows.filter((row) => row.flag === flag)}
                  left={totals[flag] - rows.filter(({ entry }) => entry.flag === flag).length}
                />
              )}
            </section>
          ),
      )}
      {pictures !== null && <ReportPictures {...pictures} />}
      <ChangedMost />
      <NearDuplicates />
      <section className="stack tight" aria-labelledby="about">
        <h2 id="about">About this run</h2>
        <p className="quiet">{report.about}</p>
      </section>
      <Rules />
    </>
  );
}

/** The entries that contain a text, and the number of their pages by flag. */
function filtered(wanted: string) {
  const some = <Entry,>(entries: readonly { readonly entry: Entry; readonly words: string }[]) =>
    entries.filter(({ words }) => words.includes(wanted)).map(({ entry }) => entry);
  const [shownGroups, shownRows] = [some(groups), some(rows)];
  const updated = shownGroups.flatMap(({ pages }) => {
    const named = pages.filter(({ address }) => address.toLowerCase().includes(wanted));
    return (named.length > 0 ? named : pages).map(({ file }) => file);
  });
  const countOf = (flag: FlagName) => shownRows.filter((row) => row.flag === flag).length;
  return {
    groups: shownGroups,
    rows: shownRows,
    pages: {
      UPD: new Set(updated).size,
      NEW: countOf('NEW'),
      MIS: countOf('MIS'),
      ERR: countOf('ERR'),
      SAM: countOf('SAM'),
    } satisfies Record<FlagName, number>,
  };
}

function Rows({ rows: all, left }: { readonly rows: readonly ExportedRow[]; readonly left: number }) {
  const [most, setMost] = useState(ROWS);
  return (
    <>
      <ul className="card report-rows">
        {all.slice(0, most).map((row) => (
          <li key={row.file}>
            <PageLink page={row} />
            <span className="small quiet" dir="auto">
              {row.reason}
            </span>
          </li>
        ))}
      </ul>
      {all.length > most && (
        <button type="button" className="button usual" onClick={() => setMost(most + ROWS)}>
          Show more of {number(all.length)}
        </button>
      )}
      {left > 0 && (
        <p className="small quiet">
          And {number(left)} more; <code>--all</code> writes them all.
        </p>
      )}
    </>
  );
}

function ChangedMost() {
  if (report.changedMost.length === 0) return null;
  return (
    <section className="stack tight" aria-labelledby="changed-most">
      <h2 id="changed-most">Changed most</h2>
      <table className="report-table">
        <thead>
          <tr>
            <th scope="col">Changed</th>
            <th scope="col">How often</th>
            <th scope="col">Page</th>
          </tr>
        </thead>
        <tbody>
          {report.changedMost.map((page) => (
            <tr key={page.file}>
              <td className="numbers">{page.size}</td>
              <td className="numbers quiet">{page.howOften}</td>
              <td>
                <PageLink page={page} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function NearDuplicates() {
  if (report.nearDuplicates.length === 0) return null;
  return (
    <section className="stack tight" aria-labelledby="near-duplicates">
      <h2 id="near-duplicates">Near-duplicates</h2>
      {report.nearDuplicates.map(({ says, pages }) => (
        <details key={says}>
          <summary>{says}</summary>
          <ul>
            {pages.map((page) => (
              <li key={page.file}>
                <PageLink page={page} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

function Rules() {
  if (report.rules.length === 0) return null;
  return (
    <details>
      <summary>
        <h2>
          Taken for noise <small className="quiet">{counted(report.rules.length, 'learned rule')}</small>
        </h2>
      </summary>
      <table className="report-table">
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">What it takes for noise</th>
          </tr>
        </thead>
        <tbody>
          {report.rules.map(({ id, says }) => (
            <tr key={id}>
              <td>
                <code>{id}</code>
              </td>
              <td>{says}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small quiet">
        <code>tidemark learned explain ID</code> shows the evidence, <code>tidemark learned off ID</code>{' '}
        switches a rule off.
      </p>
    </details>
  );
}
