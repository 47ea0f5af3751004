import { WebSocket } from 'undici';

/**
 * Has a Node process that runs with `--inspect=127.0.0.1:PORT` collect its garbage, so that what it holds can be measured.
 *
 * @param port of its inspector
 */
export async function collectGarbage(port: number): Promise<void> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[];
  if (!target) throw new Error('the process has no inspector');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' })));
    socket.addEventListener('message', () => resolve()); // the answer comes when it is done
    socket.addEventListener('error', () => reject(new Error('the inspector could not be asked')));
  });
  socket.close();
}
