// For the lazy import of the icons: for a module that others import at once, the bundler would load its own helpers too.
import './icons.ts'
