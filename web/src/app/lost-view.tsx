import { Link } from '@tanstack/react-router';
import { EmptyNote } from '../shared/ui/notes.tsx';
import { PageHeader } from '../shared/ui/page-header.tsx';

export function LostView() {
  return (
    <>
      <PageHeader title="There is no such page" tabTitle="No such page" />
      <EmptyNote icon="page" title="Nothing is at this address">
        <p>It may have been removed, or the address was not copied whole.</p>
        <Link to="/" className="button">
          What changed
        </Link>
      </EmptyNote>
    </>
  );
}
