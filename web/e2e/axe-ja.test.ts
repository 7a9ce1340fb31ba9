import { axeFindsNothing } from './axe.ts'

axeFindsNothing('ja', 390)
