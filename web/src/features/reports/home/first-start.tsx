import { Link } from '@tanstack/react-router';
import { AddressToWatch } from '../../../shared/setup/address-to-watch.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';

/** The home page before the first project. */
export function FirstStart() {
  return (
    <>
      <PageHeader title="What would you like to watch?" tabTitle="Welcome" />
      <AddressToWatch />
      <div className="stack tight quiet">
        <p>Tidemark looks at the site first and shows what it found; nothing is kept before you say so.</p>
        <p>
          You have a project file already?{' '}
          <Link to="/new" search={{ with: 'file' }}>
            Paste it
          </Link>
          .
        </p>
      </div>
    </>
  );
}
