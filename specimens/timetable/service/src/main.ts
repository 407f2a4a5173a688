import { app } from './app.js';
import { Settings } from './settings.js';

const settings = new Settings();
app(settings).listen(settings.port, '127.0.0.1', (error) => {
  if (error) {
    console.error(error);
    process.exit(1);
  }
});
