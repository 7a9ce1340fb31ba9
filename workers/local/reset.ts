import { complain, report } from './terminal.ts'
import { forget, localDir } from './world.ts'

try {
  forget(localDir())
  report([`${localDir()} is forgotten`])
} catch (error) {
  complain(error)
}
