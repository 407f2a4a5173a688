create index product_category_idx on product (category_id, price_cents, id);

create index product_brand_idx on product (brand_id, price_cents);

create index review_product_idx on review (product_id, written_on desc);
