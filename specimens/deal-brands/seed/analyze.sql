analyze table category, brand, brand_score, deal, deal_brand, benefit, member, payment;
