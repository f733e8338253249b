import { PageHeader } from '../../shared/ui/page-header.tsx';

export function NewProjectView() {
  return <PageHeader title="NewProjectView" tabTitle="NewProjectView" />;
}
