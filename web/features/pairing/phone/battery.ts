import type { Scope } from '#web/lib/scope.ts';

export type Battery = { charge: number; charging: boolean };

type BatteryManager = EventTarget & { level: number; charging: boolean };
type WithBattery = { getBattery?(): Promise<BatteryManager> };

/** Returns a function that reads the battery. It gives null where the browser does not tell, as in Safari and Firefox. */
export function watchBattery(scope: Scope): () => Battery | null {
  let battery: Battery | null = null;
  const follow = (manager: BatteryManager) => {
    const read = () => {
      battery = { charge: manager.level, charging: manager.charging };
    };
    read();
    for (const change of ['levelchange', 'chargingchange']) scope.listen(manager, change, read);
  };
  (navigator as WithBattery).getBattery?.().then(follow, () => {});
  return () => battery;
}
