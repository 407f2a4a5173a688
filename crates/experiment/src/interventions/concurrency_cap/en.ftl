# A cap on the requests inside the service.
subject = requests that the generator lets into the service at once
