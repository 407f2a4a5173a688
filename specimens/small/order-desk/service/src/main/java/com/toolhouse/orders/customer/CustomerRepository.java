package com.toolhouse.orders.customer;

import java.time.Instant;
import java.util.Optional;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.annotation.Transactional;

@Transactional(readOnly = true)
public interface CustomerRepository extends Repository<Customer, Long> {
    Optional<Customer> findByNo(String no);

    @Query("select count(c) from Claim c where c.customerId = :customerId and c.closedAt is null")
    long countOpenClaims(Long customerId);

    @Query("select coalesce(sum(c.amountCents), 0) from Claim c where c.customerId = :customerId and c.openedAt > :since")
    long sumClaims(Long customerId, Instant since);

    @Query("select coalesce(sum(p.amountCents), 0) from Payment p where p.customerId = :customerId and p.paidAt > :since")
    long sumPayments(Long customerId, Instant since);

    @Query("select max(p.paidAt) from Payment p where p.customerId = :customerId")
    Instant findLastPayment(Long customerId);
}
