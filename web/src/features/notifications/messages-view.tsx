import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { account, isAtLeast } from '../../shared/api/account.ts';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/api.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { ProjectFrame } from '../../shared/project/project-frame.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { MoreButton } from '../../shared/ui/more-button.tsx';
import { EmptyNote, ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { narrow, Rows } from '../../shared/ui/rows.tsx';
import './messages.css';
import { When } from '../../shared/ui/when.tsx';
import { counted } from '../../shared/words/counted.ts';

type Delivery = AnswerOf<'listDeliveries'>['items'][number];

/** A test of every channel of a project, and the state of each delivery. */
export function MessagesView() {
  const { project } = useParams({ from: '/projects/$project/messages' });
  return (
    <ProjectFrame project={project} tabTitle="Messages">
      <ChannelTest project={project} />
      <DeliveryLog project={project} />
    </ProjectFrame>
  );
}

function ChannelTest({ project }: { readonly project: string }) {
  const role = useObserved(account)?.role ?? 'reader';
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => api.testChannels({ project }) });
  if (!isAtLeast(role, 'editor')) return null;
  return (
    <section className="card padded stack" aria-label="Channels">
      <div className="row spread">
        <p className="quiet">Sends a test message over every channel of the project file (notify).</p>
        <Button icon="bell" isPending={isPending} onPress={() => mutate()}>
          {isPending ? 'Sending …' : 'Send a test'}
        </Button>
      </div>
      {error !== null && <ProblemNote error={error} />}
      <div role="status" className="stack tight">
        {data?.items.length === 0 && (
          <p>This project has no channels yet. Add some under “notify” in its settings.</p>
        )}
        {data?.items.map(({ channel, error: problem }) => (
          <p key={channel}>
            <strong>{channel}</strong>: {problem ?? 'sent'}
          </p>
        ))}
      </div>
    </section>
  );
}

function DeliveryLog({ project }: { readonly project: string }) {
  const query = useInfiniteQuery({
    queryKey: ['project', project, 'deliveries'],
    queryFn: ({ pageParam }) =>
      api.listDeliveries({ project, limit: 50, ...(pageParam !== '' && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const { data, error, refetch } = query;
  if (error !== null && data === undefined)
    return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="the messages" />;
  const deliveries = data.pages.flatMap(({ items }) => items);
  if (deliveries.length === 0)
    return (
      <div className="card">
        <EmptyNote icon="bell" title="No messages yet">
          <p>When a run finds something, each message over each channel is listed here, with its state.</p>
        </EmptyNote>
      </div>
    );
  return (
    <div className="stack">
      <div className="card">
        <Rows columns={['Channel', 'Delivery', narrow('When')]}>
          {deliveries.map((delivery) => (
            <tr key={`${delivery.id} ${delivery.channel}`}>
              <td className="channel-cell">{delivery.channel}</td>
              <td>{outcome(delivery)}</td>
              <td className="narrow quiet">
                <When at={delivery.sentAt ?? delivery.at} />
              </td>
            </tr>
          ))}
        </Rows>
      </div>
      <MoreButton query={query} />
    </div>
  );
}

function outcome({ state, attempts, error }: Delivery): string {
  if (state === 'sent') return 'Sent';
  const tried = `after ${counted(attempts, 'attempt')}${error === null ? '' : `: ${error}`}`;
  return state === 'dead'
    ? `Given up ${tried}`
    : attempts === 0
      ? 'Waiting to be sent'
      : `Tried again soon, ${tried}`;
}
