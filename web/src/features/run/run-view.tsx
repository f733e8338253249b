import { PageHeader } from '../../shared/ui/page-header.tsx';

export function RunView() {
  return <PageHeader title="RunView" tabTitle="RunView" />;
}
