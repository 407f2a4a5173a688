headline = Compressing more than it pays for takes the CPU that all requests need.
fix = compress less: a lower level, no small answers, nothing that is compressed already; compress what does not change once, or let the proxy in front do it
saving-unseen = how much smaller the answers become is not seen, so it may pay
