/**
 * Runs the test language model server in its own process, for tests with a browser. It sends its requests to the parent
 * process.
 */
import { startLlmServer, type LlmBehaviour, type LlmServerOptions } from './llm-server.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as LlmServerOptions;
const server = await startLlmServer(options, Number(process.argv[3] ?? 0));
let told = 0;
const tell = () => {
  for (; told < server.requests.length; told++) process.send?.({ request: server.requests[told] });
};
const telling = setInterval(tell, 50);
process.on('message', (message: { script?: LlmBehaviour[] }) => {
  if (message.script) server.script(message.script);
  process.send?.({ scripted: true });
});
process.on('disconnect', () => {
  clearInterval(telling);
  process.exit();
});
process.send?.({ url: server.url });
