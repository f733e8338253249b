import { memo } from 'react';
import type { AnswerOf } from '../../../shared/api/answers.ts';
import { Address } from '../../../shared/ui/address.tsx';
import { Flag } from '../../../shared/ui/flag.tsx';
import { PageLink } from '../../../shared/ui/quick-links.tsx';
import { narrow, Rows } from '../../../shared/ui/rows.tsx';
import { timeOfDay } from '../../../shared/words/moment.ts';

type Row = AnswerOf<'listRunPages'>['items'][number];

export function ReportTable({
  project,
  run,
  rows,
}: {
  readonly project: string;
  readonly run: number;
  readonly rows: readonly Row[];
}) {
  const hosts = new Set(rows.map(({ identity }) => URL.parse(identity)?.host));
  return (
    <Rows columns={[narrow('Flag'), 'Page', 'Why', narrow('Answer'), narrow('Visited')]}>
      {rows.map((row) => (
        <ReportRow key={row.file} project={project} run={run} row={row} withHost={hosts.size > 1} />
      ))}
    </Rows>
  );
}

/** Rendered once: rows that are fetched later follow below. */
const ReportRow = memo(function ReportRow({
  project,
  run,
  row: { file, identity, flag, reason, status, at },
  withHost,
}: {
  readonly project: string;
  readonly run: number;
  readonly row: Row;
  /** False when all pages are on one host: its name would take the room of the path. */
  readonly withHost: boolean;
}) {
  return (
    <tr>
      <td className="narrow">
        <Flag flag={flag} />
      </td>
      <td className="address-cell">
        <PageLink project={project} file={file} to={flag === 'UPD' ? run : undefined}>
          <Address url={identity} withHost={withHost} />
        </PageLink>
      </td>
      <td className="quiet">{reason}</td>
      <td className="narrow quiet numbers">{status ?? 'none'}</td>
      <td className="narrow quiet numbers">
        <time dateTime={at}>{timeOfDay(at)}</time>
      </td>
    </tr>
  );
});
