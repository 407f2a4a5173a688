"""Users that GET one URL, each every EVERY seconds (0: as fast as answered), with the faster of Locust's two clients."""

import os

from locust import FastHttpUser, constant, constant_pacing, task

EVERY = float(os.environ["EVERY"])


class Poller(FastHttpUser):
    wait_time = constant_pacing(EVERY) if EVERY else constant(0)

    @task
    def get(self):
        self.client.get("/")
