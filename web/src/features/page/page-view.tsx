import { PageHeader } from '../../shared/ui/page-header.tsx';

export function PageView() {
  return <PageHeader title="PageView" tabTitle="PageView" />;
}
