import { testAccessibility } from './axe.ts'

testAccessibility('en', 1440)
