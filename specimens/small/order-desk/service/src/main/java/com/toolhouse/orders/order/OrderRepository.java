package com.toolhouse.orders.order;

import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.annotation.Transactional;

@Transactional(readOnly = true)
public interface OrderRepository extends Repository<PurchaseOrder, Long> {
    Optional<PurchaseOrder> findById(Long id);

    @Query("""
            select o from PurchaseOrder o
            join fetch o.customer
            left join fetch o.lines l
            left join fetch l.article
            where o.id = :id
            """)
    Optional<PurchaseOrder> findWithLines(Long id);

    @Query("select o from PurchaseOrder o left join fetch o.lines where o.customer.id = :customerId")
    List<PurchaseOrder> findWithLinesOf(Long customerId);

    @Query("select o.id from PurchaseOrder o where o.no = :no")
    Optional<Long> findIdByNo(String no);

    @Query("""
            select new com.toolhouse.orders.order.OrderSummary(o.no, o.placedAt, o.status, o.totalCents)
            from PurchaseOrder o
            where o.customer.no = :customerNo
            order by o.placedAt desc
            """)
    List<OrderSummary> findLatestOf(String customerNo, Limit limit);

    @Query("""
            select l.article.id from OrderLine l
            where l.purchaseOrder.customer.id = :customerId
            group by l.article.id
            order by sum(l.quantity) desc, l.article.id
            """)
    List<Long> findFavouriteArticlesOf(Long customerId, Limit limit);
}
