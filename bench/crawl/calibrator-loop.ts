// The simplest crawler made of Node's usual parts: arguments are start, scope and concurrency.
import { Parser } from 'htmlparser2';
import { Agent, request } from 'undici';

const [start = '', scope = '', concurrency = '16'] = process.argv.slice(2);
const dispatcher = new Agent({ connections: Number(concurrency), pipelining: 1 });
const seen = new Set([start]);
const queue = [start];
let underWay = 0;

async function visit(url: string): Promise<void> {
  const { body } = await request(url, { dispatcher });
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name !== 'a' || href === undefined) return;
      const target = URL.parse(href, url);
      if (target === null) return;
      target.hash = '';
      if (seen.has(target.href) || !target.href.startsWith(scope) || !target.pathname.endsWith('.html'))
        return;
      seen.add(target.href);
      queue.push(target.href);
    },
  });
  parser.end(await body.text());
}

await new Promise<void>((done, failed) => {
  const pump = () => {
    while (underWay < Number(concurrency)) {
      const url = queue.shift();
      if (url === undefined) break;
      underWay++;
      visit(url).then(() => {
        underWay--;
        pump();
      }, failed);
    }
    if (underWay === 0) done();
  };
  pump();
});
await dispatcher.close();
