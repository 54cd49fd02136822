export { DeviceModelsHost, loadDeviceModelsDialog } from './model/device-models-host.tsx';
export { openDeviceModelsDialog } from './model/device-models.state.ts';
export { DraftOffer } from './model/draft-offer.tsx';
export { draftSetup } from './model/draft-setup.ts';
