import { PageHeader } from '../../shared/ui/page-header.tsx';

export function ProjectView() {
  return <PageHeader title="ProjectView" tabTitle="ProjectView" />;
}
