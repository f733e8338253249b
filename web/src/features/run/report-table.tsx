import { Link } from '@tanstack/react-router';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { Address } from '../../shared/ui/address.tsx';
import { Flag } from '../../shared/ui/flag.tsx';
import '../../shared/ui/rows.css';
import { timeOfDay } from '../../shared/words/moment.ts';

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
  return (
    <table className="rows">
      <thead>
        <tr>
          <th scope="col" className="narrow">
            Flag
          </th>
          <th scope="col">Page</th>
          <th scope="col">Why</th>
          <th scope="col" className="narrow">
            Answer
          </th>
          <th scope="col" className="narrow">
            Visited
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ file, identity, flag, reason, status, at }) => (
          <tr key={file}>
            <td className="narrow">
              <Flag flag={flag} />
            </td>
            <td className="address-cell">
              <Link
                to="/projects/$project/pages/$file"
                params={{ project, file }}
                search={flag === 'UPD' ? { to: run } : {}}
              >
                <Address url={identity} />
              </Link>
            </td>
            <td className="quiet">{reason}</td>
            <td className="narrow quiet numbers">{status ?? 'none'}</td>
            <td className="narrow quiet numbers">
              <time dateTime={at}>{timeOfDay(at)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
