import { testAccessibility } from './axe.ts'

testAccessibility('ja', 390)
