import { describe, expect, test } from 'vitest';
import { CountsByLabel, gauge, metricsText } from './metric.ts';
import { RequestMeter } from './request-meter.ts';

describe('metrics', () => {
  test('are written as Prometheus reads them', () => {
    const pages = new CountsByLabel();
    for (const flag of ['UPD', 'SAM', 'UPD']) pages.add({ flag });
    const text = metricsText([
      { name: 'pages_total', says: 'Pages.', kind: 'counter', samples: pages.samples() },
      gauge('up', 'Two\nlines, and a \\.', 1, { name: 'say "hi"\n\\' }),
    ]);
    expect(text).toBe(`# HELP pages_total Pages.
# TYPE pages_total counter
pages_total{flag="UPD"} 2
pages_total{flag="SAM"} 1
# HELP up Two\\nlines, and a \\\\.
# TYPE up gauge
up{name="say \\"hi\\"\\n\\\\"} 1
`);
  });

  test('buckets of a duration count what is in those before them', () => {
    const meter = new RequestMeter();
    const asked = { method: 'GET', route: '/api/projects', status: 200 };
    for (const seconds of [0.003, 0.08, 12]) meter.note({ ...asked, seconds });
    meter.note({ ...asked, status: 404, seconds: null });
    const lines = metricsText(meter.metrics()).split('\n');
    const labels = 'method="GET",route="/api/projects"';
    expect(lines).toContain(`tidemark_http_requests_total{${labels},status="200"} 3`);
    expect(lines).toContain(`tidemark_http_requests_total{${labels},status="404"} 1`);
    const bucket = (le: string) => `tidemark_http_request_duration_seconds_bucket{${labels},le="${le}"}`;
    expect(lines).toContain(`${bucket('0.005')} 1`);
    expect(lines).toContain(`${bucket('0.1')} 2`);
    expect(lines).toContain(`${bucket('10')} 2`);
    expect(lines).toContain(`${bucket('+Inf')} 3`);
    expect(lines).toContain(`tidemark_http_request_duration_seconds_count{${labels}} 3`);
  });
});
