import * as fc from 'fast-check';
import type { World } from './world.ts';

/** The state by which fast-check leaves out commands that are impossible. */
export type Model = { tabs: number };
type Command = fc.AsyncCommand<Model, World>;

/** Makes a command. If it is quick (`!` in its name), the next command comes before it has taken effect. */
const command = (
  name: string,
  act: (world: World) => unknown,
  check: (model: Model) => boolean = () => true,
) =>
  fc.boolean().map((isQuick): Command => ({
    check,
    async run(model, world) {
      await act(world);
      model.tabs = world.tabs();
      await world.settle(isQuick ? 1 : 12);
    },
    toString: () => (isQuick ? `${name}!` : name),
  }));

const recording = ({ here }: World) => here().tab.recording;
const connection = ({ here }: World) => here().device.connection;

/** A command listed twice is chosen twice as often. */
export const commands = [
  command('start', (world) => world.start()),
  command('start', (world) => world.start()),
  command('start without a session', (world) => world.start(false)),
  command('rename', (world) => world.rename()),
  command('try without sound', (world) => world.tryWithoutSound()),
  command('try without sound', (world) => world.tryWithoutSound()),
  command('say 0.7 s', (world) => world.say(0.7)),
  command('say 1.5 s', (world) => world.say(1.5)),
  command('say 3 s', (world) => world.say(3)),
  command('write', (world) => world.write()),
  command('mark', (world) => world.mark()),
  command('pause', (world) => recording(world)?.pause()),
  command('resume', (world) => recording(world)?.resume()),
  command('stop', (world) => void recording(world)?.finish()),
  command('stop', (world) => void recording(world)?.finish()),
  command('retry', (world) => void recording(world)?.retry()),
  command('throw away', (world) => world.throwAway()),
  command('kill', (world) => world.kill()),
  command('kill', (world) => world.kill()),
  command(
    'new tab',
    (world) => world.newTab(world.devices[0]),
    ({ tabs }) => tabs < 3,
  ),
  command(
    'other device',
    (world) => world.newTab(world.devices[1]),
    ({ tabs }) => tabs < 3,
  ),
  command('switch tab', (world) => world.switchTab()),
  command('start the same session', (world) => world.startSame()),
  command('go on', (world) => world.goOn()),
  command('deliver', (world) => world.deliver()),
  command('adopt', (world) => world.adoptAll()),
  command('offline', (world) => void (connection(world).isOffline = true)),
  command('online', (world) => void (connection(world).isOffline = false)),
  command('lose an answer', (world) => void (connection(world).lostAnswers += 1)),
  command('signed out', (world) => void (connection(world).isSignedIn = false)),
  command('signed in', (world) => void (connection(world).isSignedIn = true)),
  command('the disk is full in the middle', (world) => world.fillInTheMiddle()),
  command('the disk is full in the middle', (world) => world.fillInTheMiddle()),
  command('disk full', (world) => world.here().device.files.setFull(true)),
  command('disk free', (world) => world.here().device.files.setFull(false)),
];
