export { checkMachine, type MachineCheck } from './check-machine.ts';
