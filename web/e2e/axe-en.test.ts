import { axeFindsNothing } from './axe.ts'

axeFindsNothing('en', 1440)
