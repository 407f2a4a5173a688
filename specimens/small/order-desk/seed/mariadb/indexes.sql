create index article_group_idx on article (group_no);

create index purchase_order_customer_idx on purchase_order (customer_id);

create index order_line_order_idx on order_line (order_id);

create index order_line_article_idx on order_line (article_id);

create index claim_customer_idx on claim (customer_id);

create index payment_customer_idx on payment (customer_id);

analyze table customer, article, purchase_order, order_line, claim, payment, stock;
