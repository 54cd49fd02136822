import { createLiveMonitor, type SoundUse } from '#wasm/live/live-monitor.ts';
import type { Kernel } from '#wasm/analysis/kernel.ts';
import { loadKernel } from '#workers/kernel.ts';
import { serve, transfer } from '#workers/rpc.ts';
import type { MonitorContract, MonitorEvent } from './monitor.contract.ts';
import { receiveSound } from './monitor-port.ts';
import { createRecordedWindows } from './recorded-windows.ts';
import { createPartAnalysis, type PartAnalysis } from './recording-analysis.ts';
import { createReportPace } from './report-pace.rules.ts';

let voice: Promise<Kernel> | undefined;

async function loaded(): Promise<Kernel> {
  try {
    return await (voice ??= loadKernel());
  } catch (error) {
    voice = undefined;
    throw error;
  }
}

const windows = createRecordedWindows();

serve<MonitorContract>({
  async listen({ port, sampleRate, channels }, { emit }) {
    try {
      const voice = await loaded();
      const { createDetect, createResampler } = voice;
      const monitor = createLiveMonitor({ sampleRate, channels, detect: createDetect(), createResampler });
      const pace = createReportPace();
      let part: PartAnalysis | null = null;
      windows.begin({ sampleRate, channels, kernel: voice });

      const endPart = async () => {
        if (!part) return;
        await windows.split();
        const event: MonitorEvent = { type: 'part', sound: await part.finish() };
        part = null;
        emit(transfer(event, [event.sound.peaks.buffer, event.sound.finePeaks.buffer]));
      };

      for await (const message of receiveSound(port)) {
        if (message.type === 'split') {
          await endPart();
          continue;
        }
        const { type, samples } = message;
        if (type === 'recorded') part ??= createPartAnalysis({ sampleRate, channels, voice });
        const use: SoundUse = type === 'recorded' ? 'recorded' : part ? 'paused' : 'checked';
        const report = pace(await monitor.push(samples, use), samples.length / channels);
        if (type === 'recorded' && part) {
          await windows.push(samples, part.positionS);
          await part.push(samples);
        }
        if (report)
          emit({ type: 'report', report, positionS: type === 'recorded' ? (part?.positionS ?? 0) : null });
        const picture = part?.picture();
        if (picture) emit(transfer(picture, [picture.peaks.buffer]));
      }
      await endPart();
      windows.end();
    } catch (error) {
      windows.fail(error);
      throw error;
    } finally {
      // After a failure nothing reads the port. Closing it prevents that hours of sound wait there.
      port.close();
    }
    return undefined;
  },

  cutWindows(options) {
    windows.cut(options);
    return undefined;
  },

  async nextWindow(_, { signal }) {
    const next = await windows.next(signal);
    return next?.window ? transfer(next, [next.window.samples.buffer]) : next;
  },
});
