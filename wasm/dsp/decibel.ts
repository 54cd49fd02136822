export const powerToDb = (power: number): number => 10 * Math.log10(power);
export const amplitudeToDb = (amplitude: number): number => 20 * Math.log10(amplitude);
export const dbToPower = (db: number): number => 10 ** (db / 10);
export const dbToAmplitude = (db: number): number => 10 ** (db / 20);
