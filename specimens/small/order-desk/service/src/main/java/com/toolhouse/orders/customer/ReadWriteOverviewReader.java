package com.toolhouse.orders.customer;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** One transaction for all that an overview reads, so that its figures belong together. */
@Service
@ConditionalOnProperty(name = "orders.overview-transaction", havingValue = "read-write")
public class ReadWriteOverviewReader implements OverviewReader {
    private final OverviewAssembly assembly;

    ReadWriteOverviewReader(OverviewAssembly assembly) {
        this.assembly = assembly;
    }

    @Override
    @Transactional
    public Overview of(String customerNo) {
        return assembly.of(customerNo);
    }
}
